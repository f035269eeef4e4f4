import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../store/store.ts';

/**
 * How often something was asked for since the last change of the tables that it comes `from`, this time included. It is always 1
 * where nothing is remembered.
 */
export async function countAsks(
  reader: Reader,
  { what, from }: { what: string; from: RawBuilder<unknown> },
): Promise<number> {
  const asks = await reader.remember(`how often: ${what}`, async ({ db }) => {
    // It reads no rows, but says in which tables a change begins the count anew.
    await sql`select 1 ${from} limit 0`.execute(db);
    return { count: 0 };
  });
  // TRICKY: nothing else that is remembered may be changed. Here, it is what all who ask share.
  asks.count += 1;
  return asks.count;
}
