import { type RawBuilder, sql } from 'kysely';
import { MIXED_THOUSANDTHS } from '../domain/sentiment.ts';
import type { MentionTable } from './fact-schema.ts';

/** The columns of a mention that sums are made of. */
export const MENTION_VALUES = ['mention_count', 'position', 'sentiment'] as const;
type MentionValue = (typeof MENTION_VALUES)[number];

/** A number that mentions add up to: the same one in JavaScript and in SQL. */
export interface MentionSum {
  /** What one mention adds. */
  of(mention: Pick<MentionTable, MentionValue>): number;
  /** The same in SQL, on one row of mentions under this name. */
  ofRow(row: string): RawBuilder<unknown>;
  /** What all rows `f` of a group add up to. */
  total: RawBuilder<unknown>;
  /** Every mention adds at least 1, so that the sum is 0 only where there is none. */
  is_positive?: true;
  /** It adds up the values of this column. */
  adds?: MentionValue;
  /** It counts the rows that have a value in this column, or all rows. */
  counts?: MentionValue | 'rows';
}

/**
 * The sums of mentions that reports are made of. Each is a column of `daily_mentions`: a new one is an entry here and a
 * migration that adds the column.
 */
export const MENTION_SUMS = {
  visibility_count: countRows(),
  mention_count: { ...addUp('mention_count'), is_positive: true },
  position_sum: { ...addUp('position'), is_positive: true },
  sentiment_thousandths: addUpGiven('sentiment'),
  sentiment_count: countGiven('sentiment'),
  sentiment_positive_count: countBeyond('sentiment', '>', MIXED_THOUSANDTHS),
  sentiment_negative_count: countBeyond('sentiment', '<', -MIXED_THOUSANDTHS),
} satisfies Record<string, MentionSum>;

export type MentionSumName = keyof typeof MENTION_SUMS;
export const MENTION_SUM_NAMES = Object.keys(MENTION_SUMS) as MentionSumName[];

/**
 * Sums of the facts by day, channel and country, as signed changes. What is added to the facts is added here, what is removed
 * is added with a minus sign, and reports add up: so they are exact by construction. Now and then they are compacted.
 */
export interface DailyChatTable {
  project: number;
  date: string;
  channel: number;
  country: number;
  chats: number;
}

export interface DailyMentionTable extends Record<MentionSumName, number> {
  project: number;
  date: string;
  channel: number;
  country: number;
  brand: number;
  generation: number;
}

function countRows(): MentionSum {
  return { of: () => 1, ofRow: () => sql`1`, total: sql`count(*)`, is_positive: true, counts: 'rows' };
}

function addUp(column: 'mention_count' | 'position'): MentionSum {
  return {
    of: (mention) => mention[column],
    ofRow: (row) => sql.ref(`${row}.${column}`),
    total: sql`sum(f.${sql.raw(column)})::bigint`,
    adds: column,
  };
}

/** Of a column that may be null. */
function addUpGiven(column: 'sentiment'): MentionSum {
  return {
    of: (mention) => mention[column] ?? 0,
    ofRow: (row) => sql`coalesce(${sql.ref(`${row}.${column}`)}, 0)`,
    total: sql`coalesce(sum(f.${sql.raw(column)}), 0)::bigint`,
    adds: column,
  };
}

function countGiven(column: 'sentiment'): MentionSum {
  return {
    of: (mention) => (mention[column] === null ? 0 : 1),
    ofRow: (row) => sql`case when ${sql.ref(`${row}.${column}`)} is null then 0 else 1 end`,
    total: sql`count(f.${sql.raw(column)})`,
    counts: column,
  };
}

/** Counts the rows whose value is greater or less than this one; null is neither. */
function countBeyond(column: 'sentiment', operator: '>' | '<', limit: number): MentionSum {
  const isBeyond = (value: number) => (operator === '>' ? value > limit : value < limit);
  const condition = (row: string) => sql.raw(`${row}.${column} ${operator} ${limit}`);
  return {
    of: (mention) => (mention[column] !== null && isBeyond(mention[column]) ? 1 : 0),
    ofRow: (row) => sql`case when ${condition(row)} then 1 else 0 end`,
    // A filter, or counting the rows that have a value, would take DuckDB a fifth longer.
    total: sql`sum(case when ${condition('f')} then 1 else 0 end)::bigint`,
  };
}
