import { type RawBuilder, sql } from 'kysely';
import { MENTION_SUM_NAMES } from '../store/daily-sums.ts';
import { toGivenRows } from '../store/lists.ts';
import type { ComparisonQuery } from './comparison-request.ts';
import { groupBy, selectKeys } from './groups.ts';
import type { IntervalsQuery } from './intervals-request.ts';
import type { Place } from './month-rows.ts';
import type { ReportQuery, Row } from './report.ts';
import { fromFacts } from './scope.ts';
import { type Answerable, type Plan, planTables, type Tables, toTables } from './tables.ts';

export interface BrandQuery extends ReportQuery {
  /** The brands that have rows. */
  brands: readonly number[];
  /** Which intervals the rows have; undefined: none. */
  intervals: IntervalsQuery | undefined;
  /** What they are compared with; undefined: nothing. */
  comparison: ComparisonQuery | undefined;
}

const BY_PROMPT: Answerable = { tables: ['monthly_sums', 'facts'] };
const BY_ANSWER: Answerable = { tables: ['facts'] };

/** What sums by prompt are taken from. */
export function toTablesByPrompt(query: BrandQuery): Tables {
  const { set, parts } = planParts(query, BY_PROMPT);
  return toTables(set, { ...query, parts });
}

/** What sums of products by prompt and channel are taken from. Those of months count the mentions of all brands. */
export function toPlaceOfProducts(query: BrandQuery): Place {
  const { project, shown, scope } = query;
  const { parts } = planParts(query, shown.has_hidden_brands ? BY_ANSWER : BY_PROMPT);
  return { project, shown, parts, conditions: scope.conditions };
}

function planParts({ shown, asked, scope }: BrandQuery, able: Answerable): Plan {
  return planTables([able, ...asked], { period: scope, summed: shown.summed_months });
}

/** The rows that something is wanted of. */
export interface Wanted {
  brands: readonly number[];
  /** Conditions on facts: those of the groups. */
  groups: RawBuilder<unknown>[];
}

/** Only the groups and brands of these rows, if there may be more than are on the page. */
export function toWanted({ dimensions, brands, page }: BrandQuery, rows: readonly Row[]): Wanted {
  const isWhole = !page || (page.offset === 0 && rows.length < page.limit);
  if (isWhole || dimensions.length === 0) return { brands, groups: [] };
  const groups = new Map(rows.map((row) => [dimensions.map((_, index) => row[`d${index}`]).join(' '), row]));
  const keys = dimensions.map(({ key }) => key);
  const columns = dimensions.map(
    ({ type }, index) => [`d${index}`, [type, (row: Row) => row[`d${index}`] as number | string] as const] as const,
  );
  const given = toGivenRows([...groups.values()], Object.fromEntries(columns));
  const names = columns.map(([name]) => sql.ref(`given.${name}`));
  return {
    brands: [...new Set(rows.map(({ brand }) => brand as number))],
    groups: [sql`(${sql.join(keys)}) in (select ${sql.join(names)} from ${given} given)`],
  };
}

/** The sums of each group and brand that occur together. Only chats that are counted have mentions. */
export function selectHits({ scope, tables, dimensions, shown }: BrandQuery): RawBuilder<unknown> {
  const keys = [...selectKeys(dimensions), sql`f.brand as brand`];
  const sums = MENTION_SUM_NAMES.map((name) => sql`${tables.sums[name]} as ${sql.raw(name)}`);
  return sql`select ${sql.join([...keys, ...sums])}
    ${fromFacts(tables.mentions, { scope, dimensions, where: tables.shown(shown) })}
    ${groupBy(keys)}`;
}
