import { type RawBuilder, sql } from 'kysely';
import type { AnswerChangeSums, PanelChangeRow } from '../statistics/comparison-sums.ts';
import { MEASURE_NAMES } from '../statistics/measures.ts';
import { isOneOf } from '../store/lists.ts';
import { type BrandQuery, toPlaceOfProducts } from './brand-query.ts';
import {
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
  type PeriodNumber,
  RATIOS,
  readNames,
  SHARED_ANSWERS,
  separate,
} from './change-sums.ts';
import { columns, groupBy, sameRow, selectPair } from './groups.ts';
import { selectMentionProducts, selectVoicedAnswers } from './month-rows.ts';
import { fromFacts } from './scope.ts';
import { add, addColumns, type RowSums, type SumColumns, type SumRow, selectBoth, selectSums } from './sum-finder.ts';

/** See statistics/comparison-sums.ts. */
export function toPanelChangeRow(sums: RowSums): PanelChangeRow {
  return readNames(NAMES, readSums(sums));
}

const NAMES: NamesOf<PanelChangeRow> = {
  answers_now: 'answers1',
  answers_before: 'answers0',
  degrees: 'degrees',
  measures: collectMeasures((name): NamesOf<AnswerChangeSums> => {
    const { a, b } = RATIOS[name];
    const products = (kind: 'within' | 'single', period: PeriodNumber) => ({
      aa: `${kind}_${a}${period}_${a}${period}`,
      ab: `${kind}_${a}${period}_${b}${period}`,
      bb: `${kind}_${b}${period}_${b}${period}`,
    });
    const period = (number: PeriodNumber) => ({
      a: `${a}${number}`,
      b: `${b}${number}`,
      bb: `squares_${b}${number}`,
      within: products('within', number),
      single: products('single', number),
    });
    const across = (left: string, right: string) => `single_${left}1_${right}0`;
    return {
      now: period(1),
      before: period(0),
      single_cross: { aa: across(a, a), ab: across(a, b), ba: across(b, a), bb: across(b, b) },
    };
  }),
};

/** Where the products of two columns are added up answer by answer; of what is 1 or 0, the product is the other column. */
const PRODUCTS: Record<string, string> = {
  v_v: 'v',
  v_n: 'v',
  n_n: 'n',
  m_m: 'mm',
  m_x: 'mx',
  x_x: 'xx',
  p_p: 'pp',
  p_v: 'p',
  s_s: 'ss',
  s_c: 's',
  c_c: 'c',
};

/** Sums over pairs of prompt and channel. */
const NEEDED: NeededSums = Object.fromEntries(
  MEASURE_NAMES.flatMap((name) => {
    const { a, b } = RATIOS[name];
    const within = PERIODS.flatMap((period) => [
      addColumn(a, period),
      addColumn(b, period),
      addSquares(b, period),
      ...[[a, a] as const, [a, b] as const, [b, b] as const].flatMap(([left, right]) => [
        addWithin(left, right, period),
        addSingle(`${left}${period}`, `${right}${period}`),
      ]),
    ]);
    const across = [a, b].flatMap((left) => [a, b].map((right) => addSingle(`${left}1`, `${right}0`)));
    return [...within, ...across];
  }),
);

function addColumn(column: string, period: PeriodNumber) {
  const name = `${column}${period}`;
  return [name, { of: [name], value: add(`f${period} * ${name}`) }] as const;
}

function addSquares(column: string, period: PeriodNumber) {
  const value = add(`f${period} * f${period} * ${PRODUCTS[`${column}_${column}`]}${period}`);
  return [`squares_${column}${period}`, { of: [`${column}${period}`], value }] as const;
}

/** What the answers of a pair differ by: n/(n − 1) × the sums of products around the pair's means. */
function addWithin(first: string, second: string, period: PeriodNumber) {
  const [left, right, size] = [`${first}${period}`, `${second}${period}`, `n${period}`];
  const product = `${PRODUCTS[`${first}_${second}`]}${period}`;
  const value = add(`case when n1 > 1 and n0 > 1
        then f${period} * f${period} * (${size} * ${product} - ${left} * ${right}) / (${size} - 1) else 0 end`);
  return [`within_${left}_${right}`, { of: [left, right], value }] as const;
}

/** Of pairs with a single answer in either period; those without one in either have the factor 0. */
function addSingle(left: string, right: string) {
  const [first, second] = [left, right].map((column) => `f${column.slice(-1)} * ${column}`);
  const value = add(`case when n1 = 1 or n0 = 1 then ${first} * ${second} else 0 end`);
  return [`single_${left}_${right}`, { of: [left, right], value }] as const;
}

const { group: ofGroup, own: ofBrand } = separate(NEEDED);

const GROUP_SUMS: SumColumns = {
  ...ofGroup,
  ...SHARED_ANSWERS,
  degrees: add('case when n1 > 1 and n0 > 1 then n1 + n0 - 2 when n1 > 0 and n0 > 0 then 1 else 0 end'),
  ...addBefore(BEFORE_GROUP_SUMS),
};

const OWN_SUMS: SumColumns = { ...ofBrand, ...addBefore(BEFORE_SUMS) };

const readSums = createReader(GROUP_SUMS);

/** What is added up of answers and of mentions, and the columns of rows that it comes from. */
const ANSWERS = { n: 'chats', x: 'voice', xx: 'voice_squares' };
const HITS = {
  v: 'visibility_count',
  m: 'mention_count',
  mm: 'mention_squares',
  mx: 'mention_voice',
  p: 'position_sum',
  pp: 'position_squares',
  s: 'sentiment_thousandths',
  ss: 'sentiment_squares',
  c: 'sentiment_count',
};

/** The answers of one period. */
function selectAnswers(query: BrandQuery): RawBuilder<unknown> {
  const { scope, dimensions } = query;
  const keys = selectPair(dimensions);
  return sql`select ${sql.join([...keys, ...addColumns(ANSWERS)])}
    ${fromFacts(selectVoicedAnswers(toPlaceOfProducts(query)), { scope, dimensions })} ${groupBy(keys)}`;
}

function selectHits(query: BrandQuery): RawBuilder<unknown> {
  const { scope, dimensions, brands } = query;
  const keys = [...selectPair(dimensions), sql`f.brand as brand`];
  const rows = selectMentionProducts(toPlaceOfProducts(query));
  return sql`select ${sql.join([...keys, ...addColumns(HITS)])}
    ${fromFacts(rows, { scope, dimensions, where: [isOneOf(sql`f.brand`, brands)] })} ${groupBy(keys)}`;
}

export function selectPanelChanges(query: ChangeQuery): RawBuilder<SumRow> {
  const { dimensions } = query;
  const group = columns(dimensions);
  const pair = [...group, sql`prompt`, sql`channel`];
  const samePair = sameRow(dimensions, { of: ['pairs', 'hits'], by: ['prompt', 'channel'] });
  const counted = joinPeriods(query, { keys: pair, values: Object.keys(ANSWERS), select: selectAnswers });
  const hits = joinPeriods(query, { keys: [...pair, sql`brand`], values: Object.keys(HITS), select: selectHits });
  return sql<SumRow>`with counted as (${counted}),
    pairs as materialized (
      select counted.*, n0::double precision / (n1 + n0) as f1, n1::double precision / (n1 + n0) as f0 from counted),
    hits as (${hits}),
    group_sums as (
      select ${sql.join([...group, ...selectSums(GROUP_SUMS)])} from pairs ${groupBy(group)} having sum(n1) > 0),
    brand_sums as (
      select ${sql.join([...columns(dimensions, 'hits'), sql`brand`, ...selectSums(OWN_SUMS)])}
      from hits join pairs on ${samePair} ${groupBy([...group, sql`brand`])})
    ${selectBoth(dimensions, OWN_SUMS)}`;
}
