import { type RawBuilder, sql } from 'kysely';
import type { PopulationRow } from '../statistics/sums.ts';
import { isOneOf } from '../store/lists.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { type BrandQuery, toTablesByPrompt, type Wanted } from './brand-query.ts';
import { columns, groupBy, sameRow, selectKeys } from './groups.ts';
import type { Row } from './report.ts';
import { fromFacts } from './scope.ts';
import { isShown } from './shown.ts';
import {
  add,
  createSumFinder,
  type RowSums,
  type SumColumns,
  type SumRow,
  selectBoth,
  selectSums,
} from './sum-finder.ts';

const SUMS = ['visibility_count', 'mention_count', 'position_sum', 'sentiment_thousandths', 'sentiment_count'] as const;

/** Sums over prompts, see statistics/sums.ts. */
export async function findPopulationSums(
  reader: Reader,
  { query, wanted }: { query: BrandQuery; wanted: Wanted },
  options: QueryOptions,
): Promise<(row: Row) => PopulationRow> {
  const rows = await reader.query(selectRows(query, wanted).compile(reader.db), options);
  const find = createSumFinder(rows, query.dimensions);
  return (row) => toPopulationRow(find(row));
}

const NOTHING = {} as SumRow;

function toPopulationRow({ group, own = NOTHING }: RowSums): PopulationRow {
  const of = (name: string) => own[name] ?? 0;
  return {
    answers: group.n!,
    prompts: group.prompts!,
    measures: {
      visibility: {
        a: of('v'),
        b: group.n!,
        aa: of('v_v'),
        ab: of('v_n'),
        bb: group.n_n!,
        prompts: group.prompts!,
      },
      share_of_voice: {
        a: of('m'),
        b: group.voice!,
        aa: of('m_m'),
        ab: of('m_voice'),
        bb: group.voice_voice!,
        prompts: group.voiced!,
      },
      position: { a: of('p'), b: of('v'), aa: of('p_p'), ab: of('p_v'), bb: of('v_v'), prompts: of('named') },
      sentiment: { a: of('s'), b: of('c'), aa: of('s_s'), ab: of('s_c'), bb: of('c_c'), prompts: of('scored') },
    },
  };
}

const GROUP_SUMS: SumColumns = {
  n: add('n'),
  n_n: add('n * n'),
  prompts: 'count(*)::double precision',
  voice: add('coalesce(voice, 0)'),
  voice_voice: add('coalesce(voice * voice, 0)'),
  voiced: 'count(voice)::double precision',
};

const OWN_SUMS: SumColumns = {
  v: add('visibility_count'),
  v_v: add('visibility_count * visibility_count'),
  v_n: add('visibility_count * n'),
  m: add('mention_count'),
  m_m: add('mention_count * mention_count'),
  m_voice: add('mention_count * voice'),
  p: add('position_sum'),
  p_p: add('position_sum * position_sum'),
  p_v: add('position_sum * visibility_count'),
  s: add('sentiment_thousandths'),
  s_s: add('sentiment_thousandths * sentiment_thousandths'),
  s_c: add('sentiment_thousandths * sentiment_count'),
  c: add('sentiment_count'),
  c_c: add('sentiment_count * sentiment_count'),
  named: 'count(*)::double precision',
  scored: 'sum(case when sentiment_count > 0 then 1 else 0 end)::double precision',
};

function selectRows(query: BrandQuery, { brands, groups }: Wanted): RawBuilder<SumRow> {
  const { scope, dimensions, shown } = query;
  const tables = toTablesByPrompt(query);
  const keys = selectKeys(dimensions);
  const byPrompt = [...keys, sql`f.prompt as prompt`];
  const byBrand = [...byPrompt, sql`f.brand as brand`];
  const sums = SUMS.map((name) => sql`(${tables.sums[name]})::bigint as ${sql.raw(name)}`);
  const group = columns(dimensions);
  const same = (left: string, right: string) => sameRow(dimensions, { of: [left, right], by: ['prompt'] });
  const ofPrompt = [...columns(dimensions, 'totals'), sql`totals.prompt as prompt, n, voice`];
  const ofBrand = [...columns(dimensions, 'hits'), sql`hits.brand`, ...selectSums(OWN_SUMS)];
  return sql<SumRow>`with totals as (
      select ${sql.join([...byPrompt, sql`${tables.total} as n`])}
      ${fromFacts(tables.chats, { scope, dimensions, where: [...tables.counted, ...groups] })} ${groupBy(byPrompt)}),
    hits as materialized (
      select ${sql.join([...byBrand, ...sums])}
      ${fromFacts(tables.mentions, { scope, dimensions, where: [...tables.shown(shown), ...groups] })} ${groupBy(byBrand)}),
    voices as (
      select ${sql.join([...group, sql`prompt, sum(mention_count)::bigint as voice`])} from hits
      where ${isShown(sql`brand`, shown)} ${groupBy([...group, sql`prompt`])}),
    by_prompt as materialized (
      select ${sql.join(ofPrompt)} from totals left join voices on ${same('voices', 'totals')}),
    group_sums as (select ${sql.join([...group, ...selectSums(GROUP_SUMS)])} from by_prompt ${groupBy(group)}),
    brand_sums as (
      select ${sql.join(ofBrand)} from hits join by_prompt on ${same('by_prompt', 'hits')}
      where ${isOneOf(sql`hits.brand`, brands)} ${groupBy([...group, sql`brand`])})
    ${selectBoth(dimensions, OWN_SUMS)}`;
}
