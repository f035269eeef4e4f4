/** How an engine computes with what a sum is made of. */
export interface SumDialect {
  /** The first 48 bits of a hexadecimal text as a number. */
  toNumber(hexadecimal: string): string;
  /** Whole milliseconds of a time. */
  toMilliseconds(time: string): string;
}

interface Column {
  column_name: string;
  data_type: string;
}

/** Runs a statement on the engine that the dialect is of. */
type Read = <Row>(text: string, values?: string[]) => Promise<Row[]>;

/** What a table holds: how many rows, and a sum over all values, equal on every engine and in every order of rows. */
export interface TableSum {
  row_count: number;
  checksum: string;
}

const COLUMNS_OF_TABLE =
  'select column_name, data_type from information_schema.columns where table_schema = current_schema() and table_name = $1 order by ordinal_position';

/** What a table holds, as the engine itself computes it, apart from how rows are read and written. */
export async function sumTable(read: Read, table: string, dialect: SumDialect): Promise<TableSum> {
  const columns = await read<Column>(COLUMNS_OF_TABLE, [table]);
  return (await read<TableSum>(toSumStatement(table, columns, dialect)))[0]!;
}

function toSumStatement(table: string, columns: readonly Column[], dialect: SumDialect): string {
  // No value contains these two characters beside a separator: a missing one differs from every text.
  const texts = columns.map((column) => `coalesce(${toText(column, dialect)}, chr(30))`);
  const number = dialect.toNumber(`substr(md5(concat_ws(chr(31), ${texts.join(', ')})), 1, 12)`);
  return `select count(*) as row_count, coalesce(sum(${number}), 0)::text as checksum from ${table}`;
}

function toText({ column_name, data_type }: Column, { toMilliseconds }: SumDialect): string {
  const column = `"${column_name}"`;
  if (/^timestamp/i.test(data_type)) return `${toMilliseconds(column)}::text`;
  // Engines write the same fraction differently.
  if (/^double/i.test(data_type)) return `floor(${column} * 1000000)::bigint::text`;
  return `${column}::text`;
}
