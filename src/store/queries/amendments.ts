import { sql } from 'kysely';
import type { Amendments, SentimentAmendment } from '../../domain/correction.ts';
import { groupBy } from '../../domain/grouping.ts';
import { isInList } from '../lists.ts';
import type { CorrectionTable, Db, VerdictTable } from '../schema.ts';
import type { NewCorrection } from './corrections.ts';

/** What people and judges say about these chats. Most chats have neither, and are not in the map. */
export async function findAmendments(
  db: Db,
  project: number,
  chats: readonly number[],
): Promise<Map<number, Amendments>> {
  const { rows } = await sql<CorrectionTable>`
    select * from corrections where project = ${project} and ${isInList(sql`chat`, chats, 'int')}
    order by correction`.execute(db);
  const verdicts = await sql<VerdictTable>`
    select * from verdicts where project = ${project} and ${isInList(sql`chat`, chats, 'int')}
      and not is_refused`.execute(db);
  const corrections = groupBy(rows, ({ chat }) => chat);
  const judged = groupBy(verdicts.rows, ({ chat }) => chat);
  return new Map(
    [...new Set([...corrections.keys(), ...judged.keys()])].map((chat) => [
      chat,
      toAmendments(corrections.get(chat) ?? [], judged.get(chat) ?? []),
    ]),
  );
}

/** Corrections and verdicts as extraction applies them. */
export function toAmendments(
  corrections: readonly NewCorrection[],
  verdicts: readonly VerdictTable[] = [],
): Amendments {
  const judged = verdicts.map(
    ({ brand, version, sentiment, quotes }): SentimentAmendment => ({
      brand,
      source: 'judge',
      version,
      thousandths: sentiment,
      quotes: JSON.parse(quotes),
    }),
  );
  const corrected = corrections
    .filter(({ kind }) => kind === 'sentiment')
    .map(
      ({ brand, sentiment }): SentimentAmendment => ({
        brand,
        source: 'correction',
        thousandths: sentiment,
        quotes: [],
      }),
    );
  return {
    mentions: corrections
      .filter(({ kind }) => kind === 'brand' || kind === 'not_brand')
      .map(({ kind, brand, start_at, end_at }) => ({
        brand,
        span: start_at === null || end_at === null ? null : { start: start_at, end: end_at },
        is_brand: kind === 'brand',
      })),
    // A person's word comes last, and counts.
    sentiments: [...judged, ...corrected],
  };
}
