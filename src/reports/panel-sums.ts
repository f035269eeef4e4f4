import { type RawBuilder, sql } from 'kysely';
import type { AnswerSums, PanelRow } from '../statistics/sums.ts';
import { isOneOf } from '../store/lists.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { type BrandQuery, toPlaceOfProducts, type Wanted } from './brand-query.ts';
import { all } from './conditions.ts';
import { columns, groupBy, sameGroup, sameRow, selectPair } from './groups.ts';
import { selectMentionProducts, selectVoicedAnswers } from './month-rows.ts';
import type { Row } from './report.ts';
import { fromFacts } from './scope.ts';
import {
  add,
  addColumns,
  createSumFinder,
  type RowSums,
  type SumColumns,
  type SumRow,
  selectOwn,
  selectSums,
} from './sum-finder.ts';

/** Sums over answers and strata, see statistics/sums.ts. */
export async function findPanelSums(
  reader: Reader,
  { query, wanted }: { query: BrandQuery; wanted: Wanted },
  options: QueryOptions,
): Promise<(row: Row) => PanelRow> {
  const rows = await reader.query(selectRows(query, wanted).compile(reader.db), options);
  const find = createSumFinder(rows, query.dimensions);
  return (row) => toPanelRow(find(row));
}

const NOTHING = {} as SumRow;

function toPanelRow({ group, own = NOTHING }: RowSums): PanelRow {
  const of = (name: string) => own[name] ?? 0;
  const within = (name: string) => ({
    within_aa: of(`${name}_within_aa`),
    within_ab: of(`${name}_within_ab`),
  });
  // One of two: an answer counts or does not, so that its products are itself.
  const counted = (name: string, b: string): AnswerSums => ({
    a: of(name),
    b: of(b),
    aa: of(`${name}_${name}`),
    ab: of(name),
    bb: of(b),
    ...within(name),
    within_bb: of(`${name}_within_bb`),
  });
  return {
    answers: group.n!,
    prompts: group.prompts!,
    strata: group.strata!,
    measures: {
      visibility: {
        a: of('v'),
        b: group.n!,
        aa: of('v'),
        ab: of('v'),
        bb: group.n!,
        ...within('v'),
        within_bb: group.singles!,
      },
      share_of_voice: {
        a: of('m'),
        b: group.voice!,
        aa: of('m_m'),
        ab: of('m_voice'),
        bb: group.voice_voice!,
        ...within('m'),
        within_bb: group.voice_within!,
      },
      position: counted('p', 'v'),
      sentiment: counted('s', 'c'),
    },
  };
}

const GROUP_SUMS: SumColumns = {
  n: add('size'),
  strata: 'count(*)::double precision',
  singles: add('case when size = 1 then 1 else 0 end'),
  voice: add('voice'),
  voice_voice: add('voice_voice'),
  voice_within: within('voice_voice', ['voice', 'voice']),
};

const OWN_SUMS: SumColumns = {
  v: add('v'),
  v_within_aa: within('v', ['v', 'v']),
  v_within_ab: within('v', ['v', 'size']),
  m: add('m'),
  m_m: add('m_m'),
  m_voice: add('m_voice'),
  m_within_aa: within('m_m', ['m', 'm']),
  m_within_ab: within('m_voice', ['m', 'voice']),
  p: add('p'),
  p_p: add('p_p'),
  p_within_aa: within('p_p', ['p', 'p']),
  p_within_ab: within('p', ['p', 'v']),
  p_within_bb: within('v', ['v', 'v']),
  s: add('s'),
  s_s: add('s_s'),
  c: add('c'),
  s_within_aa: within('s_s', ['s', 's']),
  s_within_ab: within('s', ['s', 'c']),
  s_within_bb: within('c', ['c', 'c']),
};

/** What the answers of strata differ by: n/(n − 1) × the sums of products around the stratum's means. */
function within(products: string, [left, right]: [string, string]): string {
  return `sum(case when size = 1 then (${products})::double precision
      else (size * ${products} - ${left} * ${right})::double precision / (size - 1) end)`;
}

/** What the strata add up, and the columns of rows that they come from. */
const HITS = {
  v: 'visibility_count',
  m: 'mention_count',
  m_m: 'mention_squares',
  m_voice: 'mention_voice',
  p: 'position_sum',
  p_p: 'position_squares',
  s: 'sentiment_thousandths',
  s_s: 'sentiment_squares',
  c: 'sentiment_count',
} as const;

/** Sums of sums, under the same names. */
function addUpAgain(names: readonly string[]): RawBuilder<unknown>[] {
  return names.map((name) => sql.raw(`sum(${name})::bigint as ${name}`));
}

function selectRows(query: BrandQuery, { brands, groups }: Wanted): RawBuilder<SumRow> {
  const { scope, dimensions } = query;
  const place = toPlaceOfProducts(query);
  const group = columns(dimensions);
  const sameAs = (left: string, right: string, by: readonly string[]) => sameRow(dimensions, { of: [left, right], by });
  const partition = (...names: string[]) => sql.join([...group, ...names.map((name) => sql.raw(name))]);
  const byPair = selectPair(dimensions);
  const byBrand = [...byPair, sql`f.brand as brand`];
  const stratum = [sql`in_prompt`, sql`in_channel`, sql`size`];
  const byStratum = [...columns(dimensions, 'strata'), ...stratum];
  const brandsByStratum = [...columns(dimensions, 'strata'), sql`brand`, ...stratum];
  return sql<SumRow>`with pairs as materialized (
      select ${sql.join([...byPair, ...addColumns({ n: 'chats', voice: 'voice', voice_voice: 'voice_squares' })])}
      ${fromFacts(selectVoicedAnswers(place), { scope, dimensions, where: groups })} ${groupBy(byPair)}),
    alone as (
      select pairs.*, case when n > 1 then channel else -1 end as of_prompt from pairs),
    paired as (
      select alone.*, sum(n) over (partition by ${partition('prompt', 'of_prompt')}) as together from alone),
    placed as (
      select paired.*, case when together > 1 then prompt else -1 end as in_prompt,
        case when together > 1 then of_prompt else -1 end as in_channel from paired),
    strata as materialized (
      select placed.*, (sum(n) over (partition by ${partition('in_prompt', 'in_channel')}))::bigint as size from placed),
    stratum_voices as (
      select ${sql.join([...byStratum, ...addUpAgain(['voice', 'voice_voice'])])} from strata ${groupBy(byStratum)}),
    prompt_counts as (
      select ${sql.join([...group, sql`count(distinct prompt)::double precision as prompts`])} from pairs ${groupBy(group)}),
    group_sums as (select ${sql.join([...group, ...selectSums(GROUP_SUMS)])} from stratum_voices ${groupBy(group)}),
    hits as (
      select ${sql.join([...byBrand, ...addColumns(HITS)])}
      ${fromFacts(selectMentionProducts(place), { scope, dimensions, where: [isOneOf(sql`f.brand`, brands), ...groups] })}
      ${groupBy(byBrand)}),
    hit_strata as (
      select ${sql.join([...brandsByStratum, ...addUpAgain(Object.keys(HITS))])}
      from hits join strata on ${sameAs('strata', 'hits', ['prompt', 'channel'])} ${groupBy(brandsByStratum)}),
    brand_strata as (
      select hit_strata.*, stratum_voices.voice from hit_strata
      join stratum_voices on ${sameAs('stratum_voices', 'hit_strata', ['in_prompt', 'in_channel'])}),
    brand_sums as (
      select ${sql.join([...group, sql`brand`, ...selectSums(OWN_SUMS)])} from brand_strata ${groupBy([...group, sql`brand`])})
    select group_sums.*, prompt_counts.prompts, ${selectOwn(OWN_SUMS)}
    from group_sums join prompt_counts on ${all(sameGroup(dimensions, ['prompt_counts', 'group_sums']))}
    left join brand_sums on ${all(sameGroup(dimensions, ['brand_sums', 'group_sums']))}`;
}
