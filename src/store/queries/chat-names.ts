import { sql } from 'kysely';
import { isInList } from '../lists.ts';
import type { Transaction } from '../store.ts';
import { addWork, DISCOVERY, isThere } from './work.ts';

/** Writes come in bursts, and what they name is summed up together. */
const DISCOVERY_AFTER_MS = 2000;

/** Adds what is written like a name in chats, and has it looked at soon. */
export async function addNames(
  { db, append, remember }: Transaction,
  project: number,
  chats: readonly { chat: number; names: string }[],
): Promise<void> {
  const named = chats.filter(({ names }) => names !== '');
  await append(
    'chat_names',
    named.map(({ chat, names }) => ({ project, chat, names })),
  );
  if (named.length === 0) return;
  const work = { project, kind: DISCOVERY, subject: 0 };
  // Most writers of a burst only find it there.
  if (await remember(`discovery of ${project}`, (reader) => isThere(reader.db, work))) return;
  await addWork(db, work, { due_at: new Date(Date.now() + DISCOVERY_AFTER_MS) });
}

/** Adds the names of chats in place of those that they had. */
export async function replaceNames(
  transaction: Transaction,
  project: number,
  chats: readonly { chat: number; names: string }[],
): Promise<void> {
  const keys = chats.map(({ chat }) => chat);
  await sql`delete from chat_names where project = ${project} and ${isInList(sql`chat`, keys, 'int')}`.execute(
    transaction.db,
  );
  await addNames(transaction, project, chats);
}
