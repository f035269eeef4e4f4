import { type RawBuilder, sql } from 'kysely';
import { COUNTED_STATUSES } from '../domain/chat.ts';
import { MENTION_SUM_NAMES, MENTION_SUMS } from '../store/daily-sums.ts';

/** Tables that the sums of a report can be taken from, and how they are taken from rows `f`. */
export interface Tables {
  chats: 'chats' | 'daily_chats';
  /** How many chats a group has. */
  total: RawBuilder<number>;
  /** Which chats are answers. */
  counted: RawBuilder<unknown>[];
  mentions: 'mentions' | 'daily_mentions';
  /** The sums of mentions, each under its name. */
  sums: RawBuilder<unknown>[];
}

export const FACTS: Tables = {
  chats: 'chats',
  total: sql`count(*)`,
  counted: [sql`f.status in (${sql.join(COUNTED_STATUSES.map((status) => sql.lit(status)))})`],
  mentions: 'mentions',
  sums: MENTION_SUM_NAMES.map((name) => sql`${MENTION_SUMS[name].total} as ${sql.raw(name)}`),
};

/** Sums by day, channel and country: few rows, however many answers there are. */
const DAILY_SUMS: Tables = {
  chats: 'daily_chats',
  total: sql`sum(f.chats)::bigint`,
  counted: [],
  mentions: 'daily_mentions',
  sums: MENTION_SUM_NAMES.map((name) => sql`sum(f.${sql.raw(name)})::bigint as ${sql.raw(name)}`),
};

/** From the smallest to the largest. */
const TABLES = { daily_sums: DAILY_SUMS, facts: FACTS };
export type TableSet = keyof typeof TABLES;
const SMALLEST_FIRST = Object.keys(TABLES) as TableSet[];

/** Something that can be answered from some tables only, such as a dimension. */
export interface Answerable {
  tables: readonly TableSet[];
}

/** The smallest tables that can answer all of this. */
export function chooseTables(asked: readonly Answerable[]): TableSet {
  const able = SMALLEST_FIRST.find((set) => asked.every(({ tables }) => tables.includes(set)));
  if (!able) throw new Error('no tables can answer all that is asked');
  return able;
}

export function toTables(set: TableSet): Tables {
  return TABLES[set];
}
