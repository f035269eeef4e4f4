import type { DuckDBConnection } from '@duckdb/node-api';
import { toRows, toRowsOf } from './duckdb-values.ts';
import type { Snapshot } from './store.ts';
import { COLUMNS_OF_TABLE, type Column, type SumDialect, type TableSum, toSumStatement } from './table-sum.ts';

const SUMS: SumDialect = {
  toNumber: (hexadecimal) => `('0x' || ${hexadecimal})::bigint`,
  toMilliseconds: (time) => `epoch_ms(${time})`,
};

/** Runs the work on everything as it is at this moment, on a connection that is its own. */
export async function withSnapshot<Result>(
  connection: DuckDBConnection,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const read = async <Row>(text: string, values: string[] = []) => toRows<Row>(await connection.run(text, values));
  const sum = async (table: string) => {
    const columns = await read<Column>(COLUMNS_OF_TABLE, [table]);
    return (await read<TableSum>(toSumStatement(table, columns, SUMS)))[0]!;
  };

  async function* rows(table: string) {
    const [{ total }] = (await read(`select count(*) as total from ${table}`)) as [{ total: number }];
    const result = await connection.stream(`select * from ${table}`);
    let seen = 0;
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      seen += chunk.rowCount;
      yield toRowsOf(result, chunk);
    }
    // TRICKY: a streamed result that fails ends like one that is finished, only with fewer rows.
    if (seen !== total) throw new Error(`${table} could be read only up to row ${seen} of ${total}`);
  }

  await connection.run('begin transaction read only');
  try {
    return await work({ sum, rows });
  } finally {
    await connection.run('rollback').catch(() => {});
  }
}
