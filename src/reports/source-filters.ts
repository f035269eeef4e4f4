import { type RawBuilder, sql } from 'kysely';
import { toNameKey } from '../domain/text.ts';
import { invalid } from '../errors.ts';
import { normalizeWritten } from '../extraction/normalize-url.ts';
import { isOneOf } from '../store/lists.ts';
import { findKeys } from '../store/queries/lookups.ts';
import type { Db } from '../store/schema.ts';
import { all, isAmong, toComparison } from './conditions.ts';
import { sameGroup } from './groups.ts';
import { BRAND_COUNTS } from './metrics.ts';
import type { SourceKind } from './page-sums.ts';
import type { ReportQuery } from './report.ts';
import type { SourceFilter } from './request.ts';
import { DOMAIN_CLASS_KEY, type SourceConditions, URL_CLASS_KEY } from './source-query.ts';

/** Whether a field counts the brands that are mentioned with a source. */
function isBrandCount(field: string): boolean {
  return BRAND_COUNTS.some((name) => name === field);
}

/** Whether a field is about the brands that are mentioned with a source. */
export function isOfBrands(field: string): boolean {
  return isBrandCount(field) || field === 'mentioned_brand_id';
}

/** Whether a filter on this field chooses pages, and not only domains. */
export function isOfPage(field: string): boolean {
  return field === 'url' || field === 'url_classification';
}

/** The conditions of filters that choose sources; those that choose chats are in the scope already. */
export async function resolveSourceFilters(
  db: Db,
  { project, dimensions }: Pick<ReportQuery, 'project' | 'dimensions'>,
  { kind, filters }: { kind: SourceKind; filters: readonly SourceFilter[] },
): Promise<SourceConditions> {
  const conditions: SourceConditions = { pages: [], sources: [], brands: [] };
  const onPages = kind === 'domain' ? conditions.pages : conditions.sources;
  for (const [index, filter] of filters.entries()) {
    checkFilter(filter, `filters[${index}]`);
    const { field, operator, values = [], value } = filter;
    const isText = (key: RawBuilder<unknown>, keys: readonly string[] = values) =>
      isAmong(key, { keys, type: 'text', operator });
    if (isBrandCount(field)) {
      conditions.brands.push(sql`${sql.ref(`r.${field}`)} ${toComparison(operator)} ${value}::double precision`);
    }
    if (field === 'domain') conditions.sources.push(isText(sql`d.name`));
    if (field === 'url') onPages.push(isText(sql`u.address`, values.map(toAddress)));
    if (field === 'domain_classification') conditions.sources.push(isText(DOMAIN_CLASS_KEY, values.map(toNameKey)));
    if (field === 'url_classification') onPages.push(isText(URL_CLASS_KEY, values.map(toNameKey)));
    if (field === 'mentioned_brand_id') {
      const keys = [...(await findKeys(db, project, { kind: 'brand', ids: values })).values()];
      const isSame = all([sql`pairs.source = r.source`, ...sameGroup(dimensions, ['pairs', 'r'])]);
      const isMentioned = sql`exists (select 1 from pairs where ${isSame} and ${isOneOf(sql`pairs.brand`, keys)})`;
      conditions.brands.push(operator === 'in' ? isMentioned : sql`not ${isMentioned}`);
    }
  }
  return conditions;
}

function checkFilter({ field, operator, values = [], value }: SourceFilter, path: string): void {
  const isComparison = toComparison(operator) !== undefined;
  if (isBrandCount(field)) {
    if (!isComparison || value === undefined) throw invalid(path, `on ${field} takes gt, gte, lt or lte and a value.`);
  } else if (isComparison || value !== undefined || values.length === 0) {
    throw invalid(path, `on ${field} takes in or not_in and values.`);
  }
}

/** A page is found by any address that leads to it. */
export function toAddress(url: string): string {
  return normalizeWritten(url)?.url_normalized ?? url;
}
