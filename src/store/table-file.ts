import { DuckDBInstance } from '@duckdb/node-api';
import { AppError } from '../errors.ts';
import { toRowsOf } from './duckdb/values.ts';

export interface TableFile {
  columns: string[];
  total: number;
  /** All rows, in pieces. Throws if the file cannot be read to its end. */
  rows(): AsyncGenerator<Record<string, unknown>[]>;
  close(): void;
}

/** Opens a Parquet file to be read in pieces, without loading it into memory. */
export async function openTableFile(path: string): Promise<TableFile> {
  const instance = await DuckDBInstance.create(':memory:', { autoinstall_known_extensions: 'false' });
  const connection = await instance.connect();
  const close = () => {
    connection.closeSync();
    instance.closeSync();
  };
  try {
    const counted = await connection.run('select count(*)::integer as total from read_parquet($1)', [path]);
    const [{ total }] = (await counted.getRowObjects()) as [{ total: number }];
    const columns = (await connection.run('select * from read_parquet($1) limit 0', [path])).columnNames();
    return { columns, total, rows: () => readRows(total), close };
  } catch (error) {
    close();
    const reason = String((error as Error).message)
      .split('\n')[0]!
      .slice(0, 300);
    throw new AppError('invalid_request', `The file ${path} cannot be read as Parquet: ${reason}`, { cause: error });
  }

  async function* readRows(total: number) {
    const result = await connection.stream('select * from read_parquet($1)', [path]);
    let seen = 0;
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      seen += chunk.rowCount;
      yield toRowsOf(result, chunk);
    }
    // TRICKY: a streamed result that fails ends like a complete one, only with fewer rows.
    if (seen !== total)
      throw new AppError('invalid_request', `The file could only be read up to row ${seen} of ${total}.`);
  }
}
