import { type RawBuilder, sql } from 'kysely';
import { normalizeWritten } from '../extraction/normalize-url.ts';
import { listTrackedBrands } from '../store/queries/brands.ts';
import type { Db } from '../store/schema.ts';
import { all } from './conditions.ts';
import { columns, groupBy, sameGroup, selectKeys, selectTotals } from './groups.ts';
import { BRAND_COUNTS } from './metrics.ts';
import { isIn, selectPages } from './month-rows.ts';
import { PAGE_SUM_NAMES, type SourceKind, selectPageSums } from './page-sums.ts';
import type { ReportQuery } from './report.ts';
import { fromFacts } from './scope.ts';
import { isOfGeneration, isOfSourceGeneration, isShown } from './shown.ts';
import { addColumns } from './sum-finder.ts';

/** Conditions on the sources, by where they can be checked. None of them changes the number of chats. */
export interface SourceConditions {
  /** On single pages `u`, before they are added up by domain. */
  pages: RawBuilder<unknown>[];
  /** On sources, with their domain `d` and, in the URLs report, their page `u`. */
  sources: RawBuilder<unknown>[];
  /** On rows `r` with the brands of every source, and not only of those on the page. */
  brands: RawBuilder<unknown>[];
}

export interface SourceQuery extends ReportQuery {
  kind: SourceKind;
  conditions: SourceConditions;
  /** The order, or a condition, needs the brands of all sources. */
  needs_brands: boolean;
  /** The domains of our own brands and of the others. */
  owners: { own: string[]; competitors: string[] };
}

/** Classes by assignment, then by the brands' domains, then by rule. */
export const DOMAIN_CLASS = sql`coalesce(dc.name, owner.class, d.class)`;
export const URL_CLASS = sql`coalesce(uc.name, u.class)`;
/** The same in lower case. Custom names are compared as JavaScript lowers them: the engines do it differently. */
export const DOMAIN_CLASS_KEY = sql`coalesce(dc.name_key, lower(coalesce(owner.class, d.class)))`;
export const URL_CLASS_KEY = sql`coalesce(uc.name_key, lower(u.class))`;

/** The domains of our own brands and of the others; a domain of both is ours. */
export async function findOwners(db: Db, project: number): Promise<SourceQuery['owners']> {
  const own = new Set<string>();
  const competitors = new Set<string>();
  for (const { domains, is_own } of await listTrackedBrands(db, project)) {
    for (const domain of domains) {
      const name = normalizeWritten(domain)?.domain;
      if (name) (is_own ? own : competitors).add(name);
    }
  }
  return { own: [...own], competitors: [...competitors].filter((name) => !own.has(name)) };
}

/** All rows `r` with their sums. */
export function withSources(query: SourceQuery): RawBuilder<unknown> {
  const pairs = query.needs_brands
    ? sql`pairs as (${selectPairs(query)}), counts as (${selectBrandCounts(query)}),`
    : sql``;
  return sql`with totals as (${selectTotals(query, 'total_chat_count')}), sums as (${selectSums(query)}),
    owner as (${selectOwners(query)}), ${pairs} r as (${joinRows(query)})`;
}

export function sourceKey(kind: SourceKind): RawBuilder<unknown> {
  return kind === 'domain' ? sql`f.domain` : sql`f.url`;
}

function selectSums(query: SourceQuery): RawBuilder<unknown> {
  const { project, kind, scope, dimensions, shown, tables } = query;
  const { pages } = query.conditions;
  if (tables.pages) {
    const keys = [...selectKeys(dimensions), sql`f.source as source`];
    const rows = selectPages({ project, shown, parts: tables.pages }, kind);
    return sql`select ${sql.join([...keys, ...addColumns(PAGE_COLUMNS)])}
      ${fromFacts(rows, { scope, dimensions })} ${groupBy(keys)}`;
  }
  const keys = [...selectKeys(dimensions), sql`${sourceKey(kind)} as source`];
  return sql`select ${sql.join([...keys, ...selectPageSums({ kind, is_whole: pages.length === 0 })])}
    ${fromFacts('sources', { scope, dimensions, where: [isOfSourceGeneration(shown), ...isOfPages(project, pages)] })}
    ${groupBy(keys)}`;
}

/** That a fact `f` is about a page that the filters choose. */
function isOfPages(project: number, pages: readonly RawBuilder<unknown>[]): RawBuilder<unknown>[] {
  if (pages.length === 0) return [];
  return [
    sql`f.url in (select u.url from urls u ${joinUrlClass(project)} where u.project = ${project} and ${all(pages)})`,
  ];
}

export function joinUrlClass(project: number): RawBuilder<unknown> {
  return sql`left join assignments ua on ua.project = ${project} and ua.kind = 'url' and ua.target = u.address
    left join classifications uc on uc.project = ${project} and uc.kind = 'url' and uc.name_key = ua.name_key`;
}

export function joinDomainClass(project: number): RawBuilder<unknown> {
  return sql`left join owner on owner.name = d.name
    left join assignments da on da.project = ${project} and da.kind = 'domain' and da.target = d.name
    left join classifications dc on dc.project = ${project} and dc.kind = 'domain' and dc.name_key = da.name_key`;
}

export function selectOwners({ owners: { own, competitors } }: Pick<SourceQuery, 'owners'>): RawBuilder<unknown> {
  return sql`select unnest(${own}::text[]) as name, 'OWN' as class
    union all select unnest(${competitors}::text[]) as name, 'COMPETITOR' as class`;
}

function joinRows({ project, kind, dimensions, conditions, needs_brands }: SourceQuery): RawBuilder<unknown> {
  const tables =
    kind === 'domain'
      ? sql`join domains d on d.project = ${project} and d.domain = sums.source ${joinDomainClass(project)}`
      : sql`join urls u on u.project = ${project} and u.url = sums.source ${joinUrlClass(project)}
        join domains d on d.project = ${project} and d.domain = u.domain ${joinDomainClass(project)}`;
  const named =
    kind === 'domain'
      ? sql`d.name as name, '' as title, ${DOMAIN_CLASS} as classification`
      : sql`u.address as name, u.title as title, ${URL_CLASS} as classification`;
  const selected = [
    ...columns(dimensions, 'sums'),
    sql`sums.source, ${named}`,
    ...PAGE_SUM_NAMES.map((name) => sql.raw(`sums.${name}`)),
    sql`totals.total_chat_count`,
    ...BRAND_COUNTS.map((name) => sql.raw(`${needs_brands ? `coalesce(counts.${name}, 0)` : '0'} as ${name}`)),
  ];
  const sameSource = all([sql`counts.source = sums.source`, ...sameGroup(dimensions, ['counts', 'sums'])]);
  return sql`select ${sql.join(selected)}
    from sums join totals on ${all(sameGroup(dimensions, ['totals', 'sums']))} ${tables}
    ${needs_brands ? sql`left join counts on ${sameSource}` : sql``}
    where ${all(conditions.sources)}`;
}

const PAGE_COLUMNS = Object.fromEntries(PAGE_SUM_NAMES.map((name) => [name, name]));

/** Which brands are mentioned where a source is retrieved, each once; in the days that are not read from sums. */
export function selectPairs(
  { project, kind, scope, dimensions, shown, conditions: { pages }, tables }: SourceQuery,
  among: readonly RawBuilder<unknown>[] = [],
): RawBuilder<unknown> {
  const keys = [...selectKeys(dimensions), sql`${sourceKey(kind)} as source`, sql`f.chat as chat`];
  const { start_date, end_date } = scope;
  const inDays = tables.pages ? [isIn(tables.pages.days)] : [];
  // One row for each chat and source is enough.
  const isEnough = kind === 'domain' && pages.length === 0 ? [sql`f.is_first = 1`] : isOfPages(project, pages);
  return sql`select distinct ${sql.join([...columns(dimensions, 's'), sql`s.source`, sql`m.brand`])}
    from (select ${sql.join(keys)}
      ${fromFacts('sources', { scope, dimensions, where: [isOfSourceGeneration(shown), ...inDays, ...among, ...isEnough] })}) s
    join (select f.chat, f.brand from mentions f where f.project = ${project} and f.date >= ${start_date}::date
      and f.date <= ${end_date}::date and ${all([...inDays, isOfGeneration(shown), isShown(sql`f.brand`, shown)])}) m on m.chat = s.chat`;
}

function selectBrandCounts({ project, dimensions }: SourceQuery): RawBuilder<unknown> {
  const keys = [...columns(dimensions, 'pairs'), sql`pairs.source`];
  return sql`select ${sql.join(keys)}, count(*) as mentioned_brand_count,
      case when count(*) filter (where b.is_own) > 0 then 0 else count(*) end as gap
    from pairs join brands b on b.project = ${project} and b.brand = pairs.brand ${groupBy(keys)}`;
}
