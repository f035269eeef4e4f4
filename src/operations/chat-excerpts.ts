import type { ExcerptOf } from '../analysis/analyzed-chat.ts';
import type { Context } from '../context.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { Excerpt } from '../extraction/excerpt.ts';
import { type ChatRow, findBeginnings } from '../store/queries/chats.ts';
import { readGenerations, readSettings } from '../store/queries/extractions.ts';

/** Mentions are found by reading the answers, so a page with excerpts is short. */
export const MAX_EXCERPTS = 200;
/** Only so much of a long answer is read, in characters. */
const READ_LENGTH = 40_000;

/** A short passage of each answer. */
export async function findExcerpts(
  { store: { db }, readers }: Context,
  project: number,
  { rows, excerptOf, catalog }: { rows: readonly ChatRow[]; excerptOf: ExcerptOf; catalog: Catalog },
): Promise<Map<number, Excerpt | null>> {
  const texts = await findBeginnings(db, project, { chats: rows.map(({ chat }) => chat), length: READ_LENGTH });
  const { generation } = await readGenerations(db, project);
  const settings = await readSettings(db, project, generation);
  const written = rows.filter(({ chat }) => texts.has(chat));
  const answers = written.map(({ chat, channel }) => ({
    answer: texts.get(chat)!,
    channel: catalog.get(channel).channel_id,
    sources: [],
  }));
  const readings = await readers.read(settings, answers, { excerpt: excerptOf });
  return new Map(written.map(({ chat }, index) => [chat, readings[index]!.excerpt]));
}
