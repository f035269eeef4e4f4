import { type RawBuilder, sql } from 'kysely';
import { COUNTED_STATUSES } from '../domain/chat.ts';
import { GIVEN } from '../store/fact-schema.ts';
import { isOneOf } from '../store/lists.ts';
import { readShown, type Shown } from '../store/queries/extractions.ts';
import type { Reader } from '../store/store.ts';

/** What reports show, which most requests need. */
export async function findShown(reader: Reader, project: number): Promise<Shown> {
  return reader.remember(`shown ${project}`, ({ db }) => readShown(db, project));
}

/** That a chat `f` is an answer. */
export const IS_ANSWER = sql`f.status in (${sql.join(COUNTED_STATUSES.map((status) => sql.lit(status)))})`;

/** That a mention `f` is shown. Mentions that came with their chats belong to every generation. */
export function isOfGeneration({ generation }: Shown): RawBuilder<unknown> {
  return sql`f.generation in (${GIVEN}, ${generation})`;
}

/** That a page `f` is shown. Pages of chats that brought their mentions belong to every generation. */
export function isOfSourceGeneration({ source_generation }: Shown): RawBuilder<unknown> {
  return sql`f.generation in (${GIVEN}, ${source_generation})`;
}

/** That a brand is shown: one that was just added is not, before its mentions are. Usually there is none to leave out. */
export function isShown(brand: RawBuilder<unknown>, { brands, has_hidden_brands }: Shown): RawBuilder<unknown> {
  return has_hidden_brands ? isOneOf(brand, [...brands.keys()]) : sql`true`;
}
