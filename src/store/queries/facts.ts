import { sql } from 'kysely';
import { COUNTED_STATUSES } from '../../domain/chat.ts';
import type { AnswerTable, ChatTable, MentionTable } from '../fact-schema.ts';
import { isInList } from '../lists.ts';
import type { UsageTable } from '../schema.ts';
import type { Transaction } from '../store.ts';
import { addNames } from './chat-names.ts';
import { forgetMonths, forgetMonthsOf } from './month-sums.ts';
import { addDaily, subtractDailyChats, subtractDailyMentions } from './roll-ups.ts';
import { addSources, type Page } from './sources.ts';

/** A chat with everything that is stored of it. */
export interface StoredChat {
  chat: ChatTable;
  answer: AnswerTable;
  mentions: MentionTable[];
  /** By the generation that they belong to. */
  pages: { generation: number; pages: Page[] }[];
  /** What is written like a name in it, packed. */
  names: string;
  /** How it was made, where anything is known of that. */
  usage?: UsageTable;
}

export function isCounted(status: number): boolean {
  return COUNTED_STATUSES.includes(status);
}

/** Adds chats with their facts and daily sums. Nothing else adds chats. */
export async function insertChats(
  transaction: Transaction,
  project: number,
  stored: readonly StoredChat[],
): Promise<void> {
  const { append } = transaction;
  const counted = stored.filter(({ chat }) => isCounted(chat.status));
  await forgetMonths(
    transaction,
    project,
    counted.map(({ chat }) => chat.date),
  );
  await append(
    'chats',
    stored.map(({ chat }) => chat),
  );
  await append(
    'answers',
    stored.map(({ answer }) => answer),
  );
  await append(
    'usage',
    stored.flatMap(({ usage }) => usage ?? []),
  );
  await addNames(
    transaction,
    project,
    stored.map(({ chat: { chat }, names }) => ({ chat, names })),
  );
  const mentions = counted.flatMap((entry) => entry.mentions);
  await append('mentions', mentions);
  await addSources(
    transaction,
    project,
    counted.flatMap(({ chat, pages }) => pages.map((found) => ({ chat, ...found }))),
  );
  await addDaily(transaction, project, { chats: counted.map(({ chat }) => chat), mentions });
}

/** Adds mentions of chats that have none in this generation, or whose mentions were just deleted. */
export async function addMentions(
  transaction: Transaction,
  project: number,
  mentions: readonly MentionTable[],
): Promise<void> {
  await transaction.append('mentions', mentions);
  await addDaily(transaction, project, { mentions });
}

/** Deletes chats with their facts and daily sums. Only deleting the whole project does so too. */
export async function deleteChats(
  transaction: Pick<Transaction, 'db' | 'remember'>,
  project: number,
  chats: readonly number[],
): Promise<void> {
  if (chats.length === 0) return;
  const { db } = transaction;
  await forgetMonthsOf(transaction, project, { chats });
  await subtractDailyChats(db, project, chats);
  await subtractDailyMentions(db, project, { chats });
  for (const table of [
    'chats',
    'answers',
    'mentions',
    'sources',
    'chat_names',
    'status_changes',
    'usage',
    'raw_responses',
    'corrections',
    'verdicts',
  ] as const) {
    await sql`delete from ${sql.table(table)}
      where project = ${project} and ${isInList(sql`chat`, chats, 'int')}`.execute(db);
  }
}
