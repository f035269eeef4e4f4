/** How an engine writes the parts of a checksum. */
export interface SumDialect {
  /** A text of 12 hexadecimal digits as a number. */
  toNumber(hexadecimal: string): string;
  /** A time in whole milliseconds since 1970. */
  toMilliseconds(time: string): string;
}

interface Column {
  column_name: string;
  data_type: string;
}

/** Runs a statement on the engine of the dialect. */
type Read = <Row>(text: string, values?: string[]) => Promise<Row[]>;

/** The number of rows in a table and a checksum of their values, which does not depend on the engine or the order of rows. */
export interface TableSum {
  row_count: number;
  checksum: string;
}

const COLUMNS_OF_TABLE =
  'select column_name, data_type from information_schema.columns where table_schema = current_schema() and table_name = $1 order by ordinal_position';

/** Lets the engine itself compute the sum, so that it does not depend on how Overheard reads and writes rows. */
export async function sumTable(read: Read, table: string, dialect: SumDialect): Promise<TableSum> {
  const columns = await read<Column>(COLUMNS_OF_TABLE, [table]);
  return (await read<TableSum>(toSumStatement(table, columns, dialect)))[0]!;
}

function toSumStatement(table: string, columns: readonly Column[], dialect: SumDialect): string {
  // No text consists of this control character alone, so null differs from every text.
  const texts = columns.map((column) => `coalesce(${toText(column, dialect)}, chr(30))`);
  const number = dialect.toNumber(`substr(md5(concat_ws(chr(31), ${texts.join(', ')})), 1, 12)`);
  return `select count(*) as row_count, coalesce(sum(${number}), 0)::text as checksum from ${table}`;
}

function toText({ column_name, data_type }: Column, { toMilliseconds }: SumDialect): string {
  const column = `"${column_name}"`;
  if (/^timestamp/i.test(data_type)) return `${toMilliseconds(column)}::text`;
  // Engines print the same fraction differently.
  if (/^double/i.test(data_type)) return `floor(${column} * 1000000)::bigint::text`;
  return `${column}::text`;
}
