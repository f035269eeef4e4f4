import { type RawBuilder, sql } from 'kysely';
import type { AnswerSums, PanelRow } from '../statistics/sums.ts';
import { isOneOf } from '../store/lists.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import type { BrandQuery } from './brand-query.ts';
import { all } from './conditions.ts';
import { columns, groupBy, sameGroup, selectKeys } from './groups.ts';
import type { Row } from './report.ts';
import { fromFacts } from './scope.ts';
import { isOfGeneration, isShown } from './shown.ts';
import {
  add,
  createSumFinder,
  type RowSums,
  type SumColumns,
  type SumRow,
  selectOwn,
  selectSums,
} from './sum-finder.ts';
import { FACTS } from './tables.ts';

/** Sums over answers and strata, see statistics/sums.ts. */
export async function findPanelSums(
  reader: Reader,
  query: BrandQuery,
  options: QueryOptions,
): Promise<(row: Row) => PanelRow> {
  const rows = await reader.query(selectRows(query).compile(reader.db), options);
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

function selectRows({ scope, dimensions, shown, brands }: BrandQuery): RawBuilder<SumRow> {
  const keys = selectKeys(dimensions);
  const group = columns(dimensions);
  const sameAs = (left: string, right: string, names: readonly string[]) =>
    all([
      ...sameGroup(dimensions, [left, right]),
      ...names.map((name) => sql.raw(`${left}.${name} = ${right}.${name}`)),
    ]);
  const partition = (...names: string[]) => sql.join([...group, ...names.map((name) => sql.raw(name))]);
  const byStratum = [...keys, sql`f.prompt as prompt`, sql`f.channel as channel`];
  const answers = sql.join([...byStratum, sql`f.chat as chat`]);
  const ofStratum = [
    ...columns(dimensions, 'hits'),
    sql.raw(
      'hits.brand as brand, in_prompt, in_channel, size, count(*) as v, sum(m)::bigint as m, sum(m * m)::bigint as m_m',
    ),
    sql.raw('sum(m * voice)::bigint as m_voice, sum(p)::bigint as p, sum(p * p)::bigint as p_p'),
    sql.raw('coalesce(sum(s), 0)::bigint as s, coalesce(sum(s * s), 0)::bigint as s_s, count(s) as c'),
  ];
  const ofBrand = [...group, sql`brand`, ...selectSums(OWN_SUMS)];
  const ofGroup = [...group, ...selectSums(GROUP_SUMS)];
  const ofVoice = [
    sql`coalesce(sum(voice), 0)::bigint as voice`,
    sql`coalesce(sum(voice * voice), 0)::bigint as voice_voice`,
  ];
  const stratum = ['in_prompt', 'in_channel', 'size'];
  return sql<SumRow>`with answers_in as (
      select ${answers} ${fromFacts('chats', { scope, dimensions, where: FACTS.counted })}),
    voices as (
      select f.chat as chat, sum(f.mention_count)::bigint as voice
      ${fromFacts('mentions', { scope, where: [isOfGeneration(shown), isShown(sql`f.brand`, shown)] })} group by f.chat),
    counted as (
      select ${partition('prompt', 'channel')}, count(*) as n from answers_in ${groupBy([...group, sql`1`, sql`1`])}),
    alone as (
      select counted.*, case when n > 1 then channel else -1 end as of_prompt from counted),
    paired as (
      select alone.*, sum(n) over (partition by ${partition('prompt', 'of_prompt')}) as together from alone),
    placed as (
      select paired.*, case when together > 1 then prompt else -1 end as in_prompt,
        case when together > 1 then of_prompt else -1 end as in_channel from paired),
    strata as (
      select placed.*, (sum(n) over (partition by ${partition('in_prompt', 'in_channel')}))::bigint as size from placed),
    stratum_voices as (
      select ${sql.join([...columns(dimensions, 'strata'), sql`in_prompt, in_channel, size`, ...ofVoice])}
      from answers_in join strata on ${sameAs('strata', 'answers_in', ['prompt', 'channel'])}
      left join voices on voices.chat = answers_in.chat
      ${groupBy([...group, ...stratum.map((name) => sql.raw(name))])}),
    prompt_counts as (
      select ${sql.join([...group, sql`count(distinct prompt)::double precision as prompts`])} from counted ${groupBy(group)}),
    group_sums as (select ${sql.join(ofGroup)} from stratum_voices ${groupBy(group)}),
    hits as (
      select ${sql.join([...byStratum, sql`f.chat as chat, f.brand as brand, f.mention_count::bigint as m, f.position::bigint as p, f.sentiment::bigint as s`])}
      ${fromFacts('mentions', { scope, dimensions, where: [isOfGeneration(shown), isOneOf(sql`f.brand`, brands)] })}),
    hit_strata as (
      select ${sql.join(ofStratum)} from hits join strata on ${sameAs('strata', 'hits', ['prompt', 'channel'])}
      join voices on voices.chat = hits.chat
      ${groupBy([...group, sql`brand`, ...stratum.map((name) => sql.raw(name))])}),
    brand_strata as (
      select hit_strata.*, stratum_voices.voice from hit_strata
      join stratum_voices on ${sameAs('stratum_voices', 'hit_strata', ['in_prompt', 'in_channel'])}),
    brand_sums as (select ${sql.join(ofBrand)} from brand_strata ${groupBy([...group, sql`brand`])})
    select group_sums.*, prompt_counts.prompts, ${selectOwn(OWN_SUMS)}
    from group_sums join prompt_counts on ${all(sameGroup(dimensions, ['prompt_counts', 'group_sums']))}
    left join brand_sums on ${all(sameGroup(dimensions, ['brand_sums', 'group_sums']))}`;
}
