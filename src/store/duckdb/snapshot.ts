import type { DuckDBConnection } from '@duckdb/node-api';
import { COPIED_TABLES } from '../schema.ts';
import type { Snapshot } from '../store.ts';
import { type SumDialect, sumTable } from '../table-sum.ts';
import { STORAGE_VERSION } from './connection.ts';
import { inTransaction } from './transaction.ts';
import { toRows, toRowsOf } from './values.ts';

const SUMS: SumDialect = {
  toNumber: (hexadecimal) => `('0x' || ${hexadecimal})::bigint`,
  toMilliseconds: (time) => `epoch_ms(${time})`,
};

/** Runs the work on everything as it is at this moment. The connection must not be used for anything else. */
export async function withSnapshot<Result>(
  connection: DuckDBConnection,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return inTransaction(connection, () => work(createSnapshot(connection)));
}

/** Writes everything, as it is at this moment, into a new file, together with the checksum of each table. */
export async function writeCopy(connection: DuckDBConnection, file: string): Promise<void> {
  // ATTACH and COPY FROM DATABASE take no parameters.
  await connection.run(`attach '${file.replaceAll("'", "''")}' as the_copy (storage_version '${STORAGE_VERSION}')`);
  try {
    const [{ name }] = (await toRows(await connection.run('select current_database() as name'))) as [{ name: string }];
    const sums = await withSnapshot(connection, async ({ sum }) => {
      const found: [string, number, string][] = [];
      for (const table of COPIED_TABLES) {
        const { row_count, checksum } = await sum(table);
        found.push([table, row_count, checksum]);
      }
      await connection.run(`copy from database "${name.replaceAll('"', '""')}" to the_copy`);
      await connection.run('delete from the_copy.copies');
      return found;
    });
    for (const values of sums) await connection.run('insert into the_copy.copies values ($1, $2, $3, true)', values);
  } finally {
    await connection.run('detach the_copy');
  }
}

function createSnapshot(connection: DuckDBConnection): Snapshot {
  const read = async <Row>(text: string, values: string[] = []) => toRows<Row>(await connection.run(text, values));
  return {
    sum: (table) => sumTable(read, table, SUMS),
    async *rows(table) {
      const [{ total }] = (await read(`select count(*) as total from ${table}`)) as [{ total: number }];
      const result = await connection.stream(`select * from ${table}`);
      let seen = 0;
      for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
        seen += chunk.rowCount;
        yield toRowsOf(result, chunk);
      }
      // TRICKY: a streamed result that fails ends like a complete one, only with fewer rows.
      if (seen !== total) throw new Error(`${table} could only be read up to row ${seen} of ${total}`);
    },
  };
}
