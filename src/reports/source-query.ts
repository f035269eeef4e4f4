import { type RawBuilder, sql } from 'kysely';
import { GIVEN } from '../store/fact-schema.ts';
import type { Shown } from '../store/queries/extractions.ts';
import { isOfGeneration, isShown } from './brand-query.ts';
import type { Dimension } from './dimensions.ts';
import { FACTS, type FactScope, fromFacts } from './fact-filters.ts';
import { all, column, groupBy, sameGroup, selectKeys } from './grouping.ts';
import type { OrderBy } from './request.ts';

export type SourceKind = 'domain' | 'url';

/** Conditions on the sources, by where they can be checked. None of them changes the number of chats. */
export interface SourceConditions {
  /** On single pages, before they are summed up by domain. */
  pages: RawBuilder<unknown>[];
  /** On finished rows. */
  rows: RawBuilder<unknown>[];
  /** On the brands of every source, and not only of those on the page. */
  brands: RawBuilder<unknown>[];
}

export interface SourceQuery {
  project: number;
  kind: SourceKind;
  dimensions: Dimension[];
  scope: FactScope;
  shown: Shown;
  conditions: SourceConditions;
  /** The order, or a condition, asks for what only the brands of all sources tell. */
  needsBrands: boolean;
  owners: { own: string[]; competitors: string[] };
  having: RawBuilder<unknown>[];
  order: readonly OrderBy[];
  limit: number;
  offset: number;
}

/** Classes by assignment, then by the brands' domains, then by rule. */
export const DOMAIN_CLASS = sql`coalesce(dc.name, owner.class, d.class)`;
export const URL_CLASS = sql`coalesce(uc.name, u.class)`;
/** The same in lower case; what people named is compared as JavaScript lowers it, which engines do not agree on. */
export const DOMAIN_CLASS_KEY = sql`coalesce(dc.name_key, lower(coalesce(owner.class, d.class)))`;
export const URL_CLASS_KEY = sql`coalesce(uc.name_key, lower(u.class))`;

/** The finished rows `r`, before anything is taken away. */
export function withRows(query: SourceQuery): RawBuilder<unknown> {
  const pairs = query.needsBrands ? sql`pairs as (${selectPairs(query)}), gaps as (${selectGaps(query)}),` : sql``;
  return sql`with totals as (${selectTotals(query)}), sums as (${selectSums(query)}), ${withOwners(query)} ${pairs}
    r as (${joinRows(query)})`;
}

function selectTotals({ scope, dimensions }: SourceQuery) {
  const keys = selectKeys(dimensions);
  return sql`select ${sql.join([...keys, sql`count(*) as total_chat_count`])}
    ${fromFacts('chats', { scope, dimensions, and: FACTS.counted })}
    ${groupBy(keys)}`;
}

export function sourceKey(kind: SourceKind): RawBuilder<unknown> {
  return kind === 'domain' ? sql`f.domain` : sql`f.url`;
}

function selectSums({ project, kind, scope, dimensions, shown, conditions: { pages } }: SourceQuery) {
  const keys = [...selectKeys(dimensions), sql`${sourceKey(kind)} as source`];
  // The mark of a chat's first page of a domain only helps where all of its pages are counted.
  const chats =
    kind === 'url' ? sql`count(*)` : pages.length === 0 ? sql`sum(f.is_first)::bigint` : sql`count(distinct f.chat)`;
  return sql`select ${sql.join(keys)}, count(*) as retrieval_count, sum(f.citation_count)::bigint as citation_count,
      ${chats} as retrieved_chat_count
    ${fromFacts('sources', { scope, dimensions, and: sql`${isOfSources(shown)} ${isOfPages(project, pages)}` })}
    ${groupBy(keys)}`;
}

/** Pages of the generation that is shown. */
function isOfSources({ source_generation }: Shown): RawBuilder<unknown> {
  return sql`and f.generation in (${GIVEN}, ${source_generation})`;
}

/** Rows of single pages that are asked for. */
function isOfPages(project: number, pages: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  if (pages.length === 0) return sql``;
  return sql`and f.url in (select u.url from urls u ${joinUrlClass(project)} where u.project = ${project} and ${all(pages)})`;
}

/** Custom names are looked up by assignment. */
function joinUrlClass(project: number): RawBuilder<unknown> {
  return sql`left join assignments ua on ua.project = ${project} and ua.kind = 'url' and ua.target = u.address
    left join classifications uc on uc.project = ${project} and uc.kind = 'url' and uc.name_key = ua.name_key`;
}

function joinDomainClass(project: number): RawBuilder<unknown> {
  return sql`left join owner on owner.name = d.name
    left join assignments da on da.project = ${project} and da.kind = 'domain' and da.target = d.name
    left join classifications dc on dc.project = ${project} and dc.kind = 'domain' and dc.name_key = da.name_key`;
}

function withOwners({ owners: { own, competitors } }: SourceQuery): RawBuilder<unknown> {
  return sql`owner as (select unnest(${own}::text[]) as name, 'OWN' as class
    union all select unnest(${competitors}::text[]) as name, 'COMPETITOR' as class),`;
}

function joinRows({ project, kind, dimensions, conditions, needsBrands }: SourceQuery) {
  const keys = dimensions.map((_, index) => sql`${column(index, 'sums')}, `);
  const tables =
    kind === 'domain'
      ? sql`join domains d on d.project = ${project} and d.domain = sums.source ${joinDomainClass(project)}`
      : sql`join urls u on u.project = ${project} and u.url = sums.source ${joinUrlClass(project)}
        join domains d on d.project = ${project} and d.domain = u.domain ${joinDomainClass(project)}`;
  const named =
    kind === 'domain'
      ? sql`d.name as name, '' as title, ${DOMAIN_CLASS} as classification`
      : sql`u.address as name, u.title as title, ${URL_CLASS} as classification`;
  const sameSource = all([sql`gaps.source = sums.source`, ...sameGroup(dimensions, ['gaps', 'sums'])]);
  return sql`select ${sql.join(keys, sql``)} sums.source, ${named}, sums.retrieval_count, sums.citation_count,
      sums.retrieved_chat_count, totals.total_chat_count, ${needsBrands ? sql`coalesce(gaps.gap, 0)` : sql`0`} as gap
    from sums join totals on ${all(sameGroup(dimensions, ['totals', 'sums']))} ${tables}
    ${needsBrands ? sql`left join gaps on ${sameSource}` : sql``}
    where ${all(conditions.rows)}`;
}

/** Which brands are mentioned where a source is retrieved, each once. */
export function selectPairs(
  { project, kind, scope, dimensions, shown, conditions: { pages } }: SourceQuery,
  among: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const keys = [...selectKeys(dimensions), sql`${sourceKey(kind)} as source`];
  const { start_date, end_date } = scope;
  // One row for each chat and source is enough.
  const isEnough = kind === 'domain' && pages.length === 0 ? sql`and f.is_first = 1` : isOfPages(project, pages);
  const columns = [...dimensions.map((_, index) => column(index, 's')), sql`s.source`, sql`m.brand`];
  return sql`select distinct ${sql.join(columns)}
    from (select ${sql.join([...keys, sql`f.chat as chat`])}
      ${fromFacts('sources', { scope, dimensions, and: sql`${isOfSources(shown)} ${among} ${isEnough}` })}) s
    join (select f.chat, f.brand from mentions f where f.project = ${project} and f.date >= ${start_date}::date
      and f.date <= ${end_date}::date ${isOfGeneration(shown)} and ${isShown(sql`f.brand`, shown)}) m on m.chat = s.chat`;
}

function selectGaps({ project, dimensions }: SourceQuery): RawBuilder<unknown> {
  const keys = [...dimensions.map((_, index) => column(index, 'pairs')), sql`pairs.source`];
  return sql`select ${sql.join(keys)}, case when count(*) filter (where b.is_own) > 0 then 0 else count(*) end as gap
    from pairs join brands b on b.project = ${project} and b.brand = pairs.brand ${groupBy(keys)}`;
}
