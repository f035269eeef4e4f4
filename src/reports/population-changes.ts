import { type RawBuilder, sql } from 'kysely';
import type { PopulationChangeRow, PromptChangeSums } from '../statistics/comparison-sums.ts';
import { MEASURE_NAMES } from '../statistics/measures.ts';
import { isOneOf } from '../store/lists.ts';
import { type BrandQuery, toTablesByPrompt } from './brand-query.ts';
import {
  addAgain,
  addBefore,
  BEFORE_GROUP_SUMS,
  BEFORE_SUMS,
  type ChangeQuery,
  collectMeasures,
  createReader,
  joinPeriods,
  type NamesOf,
  type NeededSums,
  PERIODS,
  RATIOS,
  readNames,
  SHARED_ANSWERS,
  separate,
} from './change-sums.ts';
import { columns, groupBy, sameRow, selectPair } from './groups.ts';
import { fromFacts } from './scope.ts';
import { isShown } from './shown.ts';
import { add, type RowSums, type SumRow, selectBoth, selectSums } from './sum-finder.ts';

/** See statistics/comparison-sums.ts. */
export function toPopulationChangeRow(sums: RowSums): PopulationChangeRow {
  return readNames(NAMES, readSums(sums));
}

const NAMES: NamesOf<PopulationChangeRow> = {
  answers_now: 'answers1',
  answers_before: 'answers0',
  measures: collectMeasures((name): NamesOf<PromptChangeSums> => {
    const { a, b } = RATIOS[name];
    const period = (number: 1 | 0) => ({
      a: `${a}${number}`,
      b: `${b}${number}`,
      aa: `${a}${number}_${a}${number}`,
      ab: `${a}${number}_${b}${number}`,
      bb: `${b}${number}_${b}${number}`,
    });
    return {
      now: period(1),
      before: period(0),
      cross: { aa: `${a}1_${a}0`, ab: `${a}1_${b}0`, ba: `${b}1_${a}0`, bb: `${b}1_${b}0` },
      prompts: `prompts_${b}`,
    };
  }),
};

/** Sums over prompts. */
const NEEDED: NeededSums = Object.fromEntries(
  MEASURE_NAMES.flatMap((name) => {
    const { a, b } = RATIOS[name];
    const within = PERIODS.flatMap((period) => {
      const [left, right] = [`${a}${period}`, `${b}${period}`];
      return [single(left), single(right), multiply(left, left), multiply(left, right), multiply(right, right)];
    });
    const across = [a, b].flatMap((left) => [a, b].map((right) => multiply(`${left}1`, `${right}0`)));
    const both = [`${b}1`, `${b}0`];
    const counted = `count(*) filter (where ${both.join(' + ')} > 0)::double precision`;
    return [...within, ...across, [`prompts_${b}`, { of: both, value: counted }] as const];
  }),
);

function single(column: string) {
  return [column, { of: [column], value: add(column) }] as const;
}

function multiply(left: string, right: string) {
  return [`${left}_${right}`, { of: [left, right], value: add(`${left} * ${right}`) }] as const;
}

/** What the rows of prompts have beside the columns of metrics. */
const OF_PROMPT = { ...SHARED_ANSWERS, ...addBefore(BEFORE_GROUP_SUMS) };
const OF_BRAND = addBefore(BEFORE_SUMS);

const { group: ofGroup, own: ofBrand } = separate(NEEDED);
const GROUP_SUMS = { ...ofGroup, ...addAgain(OF_PROMPT) };
const OWN_SUMS = { ...ofBrand, ...addAgain(OF_BRAND) };

const readSums = createReader(GROUP_SUMS);

const HITS = {
  v: 'visibility_count',
  m: 'mention_count',
  p: 'position_sum',
  s: 'sentiment_thousandths',
  c: 'sentiment_count',
} as const;
const HIT_NAMES = Object.keys(HITS) as (keyof typeof HITS)[];

/** The answers of one period. */
function selectAnswers(query: BrandQuery): RawBuilder<unknown> {
  const { scope, dimensions } = query;
  const { total, chats, counted } = toTablesByPrompt(query);
  const keys = selectPair(dimensions);
  return sql`select ${sql.join([...keys, sql`${total} as n`])}
    ${fromFacts(chats, { scope, dimensions, where: counted })} ${groupBy(keys)}`;
}

function selectHits(query: BrandQuery): RawBuilder<unknown> {
  const { scope, dimensions, shown } = query;
  const tables = toTablesByPrompt(query);
  const keys = [...selectPair(dimensions), sql`f.brand as brand`];
  const sums = HIT_NAMES.map((name) => sql`${tables.sums[HITS[name]]} as ${sql.raw(name)}`);
  return sql`select ${sql.join([...keys, ...sums])}
    ${fromFacts(tables.mentions, { scope, dimensions, where: tables.shown(shown) })} ${groupBy(keys)}`;
}

/** Each pair of prompt and channel weighs n₁n₀/(n₁+n₀), which is 0 where a period has no answers. */
function weigh(names: readonly string[]): RawBuilder<unknown>[] {
  return names.flatMap((name) => [
    sql.raw(`sum((${name}1 * n0)::double precision / (n1 + n0)) as ${name}1`),
    sql.raw(`sum((${name}0 * n1)::double precision / (n1 + n0)) as ${name}0`),
  ]);
}

export function selectPopulationChanges(query: ChangeQuery): RawBuilder<SumRow> {
  const { dimensions, shown, brands } = query;
  const group = columns(dimensions);
  const pair = [...group, sql`prompt`, sql`channel`];
  const same = (left: string, right: string, by: readonly string[]) => sameRow(dimensions, { of: [left, right], by });
  const totals = joinPeriods(query, { keys: pair, values: ['n'], select: selectAnswers });
  const hits = joinPeriods(query, { keys: [...pair, sql`brand`], values: HIT_NAMES, select: selectHits });
  const ofPrompt = [...group, sql`prompt`, ...weigh(['n', 'x']), sql`sum(n1) as now`, ...selectSums(OF_PROMPT)];
  const ofHits = [
    ...columns(dimensions, 'hits'),
    sql`hits.prompt as prompt, brand`,
    ...weigh(HIT_NAMES),
    ...selectSums(OF_BRAND),
  ];
  return sql<SumRow>`with totals as materialized (${totals}), hits as materialized (${hits}),
    voices as (
      select ${sql.join([...pair, sql`sum(m1)::bigint as x1`, sql`sum(m0)::bigint as x0`])} from hits
      where ${isShown(sql`brand`, shown)} ${groupBy(pair)}),
    pairs as (
      select totals.*, coalesce(x1, 0) as x1, coalesce(x0, 0) as x0
      from totals left join voices on ${same('voices', 'totals', ['prompt', 'channel'])}),
    by_prompt as materialized (select ${sql.join(ofPrompt)} from pairs ${groupBy([...group, sql`prompt`])}),
    by_brand as (
      select ${sql.join(ofHits)} from hits join totals on ${same('totals', 'hits', ['prompt', 'channel'])}
      where ${isOneOf(sql`brand`, brands)} ${groupBy([...group, sql`prompt`, sql`brand`])}),
    group_sums as (
      select ${sql.join([...group, ...selectSums(GROUP_SUMS)])} from by_prompt ${groupBy(group)} having sum(now) > 0),
    brand_sums as (
      select ${sql.join([...columns(dimensions, 'by_brand'), sql`brand`, ...selectSums(OWN_SUMS)])}
      from by_brand join by_prompt on ${same('by_prompt', 'by_brand', ['prompt'])} ${groupBy([...group, sql`brand`])})
    ${selectBoth(dimensions, OWN_SUMS)}`;
}
