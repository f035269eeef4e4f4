import { findAmendments } from '../store/queries/amendments.ts';
import { findAnswers } from '../store/queries/chats.ts';
import { readCatalog } from '../store/queries/models.ts';
import type { Db } from '../store/schema.ts';
import type { UnreadAnswer } from './analyzed-chat.ts';

interface StoredAnswer {
  chat: number;
  channel: number;
  language?: number;
  answer: string;
  sources: string;
}

/** Stored answers as they are read: with the names of their channels, and with what people corrected in them. */
export async function toUnread(db: Db, project: number, chats: readonly StoredAnswer[]): Promise<UnreadAnswer[]> {
  const catalog = await readCatalog(db, project);
  const keys = chats.map(({ chat }) => chat);
  const amendments = await findAmendments(db, project, keys);
  return chats.map(({ chat, channel, language, answer, sources }) => ({
    answer,
    sources,
    language,
    channel: catalog.get(channel).channel_id,
    amendments: amendments.get(chat),
  }));
}

/** The same for chats whose answers have not been looked up. */
export async function findUnread(
  db: Db,
  project: number,
  chats: readonly Pick<StoredAnswer, 'chat' | 'channel'>[],
): Promise<UnreadAnswer[]> {
  const keys = chats.map(({ chat }) => chat);
  const answers = await findAnswers(db, project, keys);
  const stored = chats.map(({ chat, channel }) => {
    const found = answers.get(chat);
    return { chat, channel, answer: found?.answer ?? '', sources: found?.sources ?? '[]' };
  });
  return toUnread(db, project, stored);
}
