import type { ExcerptOf } from '../analysis/analyzed-chat.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { Excerpt } from '../extraction/excerpt.ts';
import { findAmendments } from '../store/queries/amendments.ts';
import { type ChatRow, findBeginnings } from '../store/queries/chats.ts';
import { readGenerations, readSettings } from '../store/queries/extractions.ts';
import type { Db } from '../store/schema.ts';
import type { ReadContext } from './operation.ts';

/** Mentions are found by reading the answers, so a page with excerpts is short. */
export const MAX_EXCERPTS = 200;
/** Of a long answer, only so many characters are looked at. */
const SEARCHED_LENGTH = 100_000;
/** An answer is analyzed in one piece, which takes some milliseconds for so many characters. */
const READ_LENGTH = 16_000;
/** How much is read on each side of a text that is found further down. */
const AROUND = 1000;

/** A short passage of each answer. */
export async function findExcerpts(
  db: Db,
  project: number,
  {
    rows,
    excerptOf,
    catalog,
    context: { readers },
  }: { rows: readonly ChatRow[]; excerptOf: ExcerptOf; catalog: Catalog; context: ReadContext },
): Promise<Map<number, Excerpt | null>> {
  const texts = await findBeginnings(db, project, { chats: rows.map(({ chat }) => chat), length: SEARCHED_LENGTH });
  const { generation } = await readGenerations(db, project);
  const settings = await readSettings(db, project, generation);
  const written = rows.filter(({ chat }) => texts.has(chat));
  const amendments = await findAmendments(
    db,
    project,
    written.map(({ chat }) => chat),
  );
  const answers = written.map(({ chat, channel }) => {
    const text = texts.get(chat)!;
    const answer = toPart(text, excerptOf);
    const unread = { answer, channel: catalog.get(channel).channel_id, sources: [] };
    // Corrections have their offsets from the beginning of the answer.
    return text.startsWith(answer) ? { ...unread, amendments: amendments.get(chat) } : unread;
  });
  const readings = await readers.read(settings, answers, { excerpt: excerptOf });
  return new Map(written.map(({ chat }, index) => [chat, readings[index]!.excerpt]));
}

/** The part of an answer that its excerpt comes from: the beginning, unless the text that is searched for is further down. */
function toPart(text: string, { pattern }: ExcerptOf): string {
  const at = pattern === null || text.length <= READ_LENGTH ? 0 : text.search(new RegExp(pattern, 'u'));
  return at < READ_LENGTH - AROUND ? text.slice(0, READ_LENGTH) : text.slice(at - AROUND, at + AROUND);
}
