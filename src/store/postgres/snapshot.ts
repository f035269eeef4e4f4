import type pg from 'pg';
import { countCharacters } from '../row-size.ts';
import type { Snapshot } from '../store.ts';
import { type SumDialect, sumTable } from '../table-sum.ts';

const SUMS: SumDialect = {
  toNumber: (hexadecimal) => `('x' || ${hexadecimal})::bit(48)::bigint`,
  toMilliseconds: (time) => `floor(extract(epoch from ${time}) * 1000)::bigint`,
};

const FIRST_ROWS = 500;
const MAXIMUM_ROWS = 10_000;
/** The number of rows in a piece is adjusted to reach about this size. */
const PIECE_CHARACTERS = 4 * 1024 * 1024;

/** Runs the work on everything as it is at this moment. The connection must not be used for anything else. */
export async function withSnapshot<Result>(
  client: pg.ClientBase,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const read = async <Row>(text: string, values: string[] = []) => (await client.query(text, values)).rows as Row[];

  async function* rows(table: string) {
    await client.query(`declare everything no scroll cursor for select * from ${table}`);
    for (let count = FIRST_ROWS; ; ) {
      const piece = await read<Record<string, unknown>>(`fetch ${count} from everything`);
      if (piece.length === 0) break;
      yield piece;
      const fitting = Math.ceil(
        PIECE_CHARACTERS / Math.max(1, piece.reduce((sum, row) => sum + countCharacters(row), 0) / piece.length),
      );
      count = Math.max(1, Math.min(MAXIMUM_ROWS, 2 * count, fitting));
    }
    await client.query('close everything');
  }

  await client.query('begin isolation level repeatable read read only');
  try {
    // The work may take as long as it needs, and every scan begins at the first row.
    for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout', 'synchronize_seqscans']) {
      await client.query(`set local ${setting} = 0`);
    }
    return await work({ sum: (table) => sumTable(read, table, SUMS), rows });
  } finally {
    await client.query('rollback').catch(() => {});
  }
}
