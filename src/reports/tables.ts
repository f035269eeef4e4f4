import { type RawBuilder, sql } from 'kysely';
import { MENTION_SUM_NAMES, MENTION_SUMS, type MentionSumName } from '../store/daily-sums.ts';
import type { Shown } from '../store/queries/extractions.ts';
import type { QueryOptions } from '../store/store.ts';
import { BY_PLACE, BY_PROMPT, type Grain, type Place, selectAnswers, selectMentions } from './month-rows.ts';
import { divideDays, type Parts, type Period } from './parts.ts';
import { IS_ANSWER, isOfGeneration } from './shown.ts';

/** What the sums of a report can be taken from, and how they are taken from rows `f`. */
export interface Tables {
  chats: RawBuilder<unknown>;
  /** How many chats a group has. */
  total: RawBuilder<number>;
  /** Which chats are answers. */
  counted: RawBuilder<unknown>[];
  mentions: RawBuilder<unknown>;
  /** Which mentions are shown. */
  shown(shown: Shown): RawBuilder<unknown>[];
  sums: Readonly<Record<MentionSumName, RawBuilder<unknown>>>;
  /** They have few rows, however many answers there are. */
  are_small?: true;
  /** Each row has its day. */
  are_by_day?: true;
  /** Which pages are read from sums; undefined: none. */
  pages?: Parts;
}

export const FACTS: Tables = {
  chats: sql.table('chats'),
  total: sql`count(*)`,
  counted: [IS_ANSWER],
  mentions: sql.table('mentions'),
  shown: (shown) => [isOfGeneration(shown)],
  sums: toSums((name) => MENTION_SUMS[name].total),
  are_by_day: true,
};

/** How sums are taken from sums. */
const ADDED_UP = {
  total: sql<number>`sum(f.chats)::bigint`,
  counted: [],
  sums: toSums((name) => sql`sum(f.${sql.raw(name)})::bigint`),
};

const BY_DAY: Tables = {
  ...ADDED_UP,
  chats: sql.table('daily_chats'),
  mentions: sql.table('daily_mentions'),
  shown: FACTS.shown,
};

function addUpMonths(place: Place, grain: Grain): Tables {
  return { ...ADDED_UP, chats: selectAnswers(place, grain), mentions: selectMentions(place, grain), shown: () => [] };
}

/** From the smallest to the largest. */
const TABLES = {
  /** Sums by day, channel and country: few rows, however many answers there are. */
  daily_sums: (): Tables => ({ ...BY_DAY, are_small: true, are_by_day: true }),
  /** Sums of whole months by prompt, and the facts of other days. */
  monthly_prompts: (place: Place): Tables => addUpMonths(place, BY_PROMPT),
  /** Sums of whole months by prompt, channel and country, and the facts of other days. */
  monthly_sums: (place: Place): Tables => addUpMonths(place, BY_PLACE),
  /** Sums of whole months by domain and by URL, and the facts of other days. */
  monthly_pages: (place: Place): Tables => ({ ...BY_DAY, pages: place.parts }),
  facts: (): Tables => FACTS,
} satisfies Record<string, (place: Place) => Tables>;
export type TableSet = keyof typeof TABLES;
/** Those that know whole months only, and need the facts beside them. */
const OF_MONTHS: readonly TableSet[] = ['monthly_prompts', 'monthly_sums', 'monthly_pages'];
const SMALLEST_FIRST = Object.keys(TABLES) as TableSet[];

/** Something that can be answered from some tables only, such as a dimension. */
export interface Answerable {
  tables: readonly TableSet[];
}

/** The smallest tables that can answer all of this, and which of the days come from sums. */
export interface Plan {
  set: TableSet;
  parts: Parts;
}

export function planTables(
  asked: readonly Answerable[],
  {
    period,
    summed,
  }: {
    period: Period;
    /** The months that are summed up. */
    summed: readonly string[];
  },
): Plan {
  const parts = divideDays(period, summed);
  const hasMonths = parts.months.length > 0;
  const able = SMALLEST_FIRST.filter((set) => asked.every(({ tables }) => tables.includes(set)));
  const set = able.find((name) => !OF_MONTHS.includes(name) || hasMonths) ?? able[0];
  if (!set) throw new Error('no tables can answer all that is asked');
  return { set, parts: OF_MONTHS.includes(set) ? parts : divideDays(period, []) };
}

/** A query of few rows need not wait for others that read many. */
export function toQueryOptions({ tables }: { tables: Tables }, options: QueryOptions): QueryOptions {
  return tables.are_small ? { ...options, is_small: true } : options;
}

export function toTables(set: TableSet, place: Place): Tables {
  return TABLES[set](place);
}

function toSums(toSum: (name: MentionSumName) => RawBuilder<unknown>): Tables['sums'] {
  return Object.fromEntries(MENTION_SUM_NAMES.map((name) => [name, toSum(name)])) as Tables['sums'];
}
