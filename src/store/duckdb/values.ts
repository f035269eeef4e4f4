import type {
  DuckDBDataChunk,
  DuckDBMaterializedResult,
  DuckDBResult,
  DuckDBTimestampTZValue,
  DuckDBType,
  DuckDBUUIDValue,
  DuckDBValue,
} from '@duckdb/node-api';
import { createBreath } from '../../breath.ts';
import { DAY_MS } from '../../domain/dates.ts';
import { driver } from '../../duckdb.ts';

const CHUNK_ROWS = 2048;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** All rows of a result as plain objects of numbers, strings, booleans and nulls. */
export async function toRows<Row>(result: DuckDBMaterializedResult): Promise<Row[]> {
  const rows: Record<string, unknown>[] = [];
  const layout = toLayout(result);
  const breathe = createBreath();
  for (const chunk of eachChunk(result)) {
    addRows(rows, layout, chunk);
    await breathe();
  }
  return rows as Row[];
}

/**
 * The chunks of a result. They are in memory already: fetching each of them would wake another thread, which for a small
 * statement takes as long as running it.
 */
export function* eachChunk(result: DuckDBMaterializedResult): Generator<DuckDBDataChunk> {
  const { chunkCount } = result;
  for (let index = 0; index < chunkCount; index += 1) yield result.getChunk(index);
}

/** The rows of one chunk of a result. */
export function toRowsOf(result: DuckDBResult, chunk: DuckDBDataChunk): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = [];
  addRows(rows, toLayout(result), chunk);
  return rows;
}

interface Layout {
  names: readonly string[];
  converters: (((value: DuckDBValue) => unknown) | undefined)[];
}

function toLayout(result: DuckDBResult): Layout {
  return { names: result.deduplicatedColumnNames(), converters: result.columnTypes().map(toConverter) };
}

function addRows(rows: Record<string, unknown>[], { names, converters }: Layout, chunk: DuckDBDataChunk): void {
  const columns = chunk.getColumns();
  for (let index = 0; index < chunk.rowCount; index += 1) {
    const row: Record<string, unknown> = {};
    for (let column = 0; column < names.length; column += 1) {
      const value = columns[column]![index]!;
      const convert = converters[column];
      row[names[column]!] = value === null || !convert ? value : convert(value);
    }
    rows.push(row);
  }
}

function toConverter(type: DuckDBType): ((value: DuckDBValue) => unknown) | undefined {
  switch (type.typeId) {
    case driver.DuckDBTypeId.BIGINT:
    case driver.DuckDBTypeId.HUGEINT:
      return (value) => toSafeNumber(value as bigint);
    case driver.DuckDBTypeId.DATE:
    case driver.DuckDBTypeId.UUID:
      return String;
    case driver.DuckDBTypeId.LIST:
      return (value) => toPlain(value);
    case driver.DuckDBTypeId.TIMESTAMP_TZ:
      return (value) => new Date(Number((value as DuckDBTimestampTZValue).micros / 1000n)).toISOString();
    default:
      return undefined;
  }
}

/** Lists and structs, which Parquet files may contain, as plain arrays and objects. */
function toPlain(value: DuckDBValue): unknown {
  if (value instanceof driver.DuckDBListValue) return value.items.map(toPlain);
  if (value instanceof driver.DuckDBStructValue) {
    return Object.fromEntries(Object.entries(value.entries).map(([key, item]) => [key, toPlain(item)]));
  }
  return typeof value === 'bigint' ? toSafeNumber(value) : value;
}

function toSafeNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error(`the integer ${value} is too large to be exact`);
  return number;
}

/** The values and types of a statement's parameters. */
export function toParameters(parameters: readonly unknown[]) {
  const values: DuckDBValue[] = [];
  const types: (DuckDBType | undefined)[] = [];
  for (const parameter of parameters) {
    if (Array.isArray(parameter) && parameter.length > 0 && parameter.every(isPlain)) {
      // The statement casts it to a list, which is many times as fast as to hand over each value by itself.
      values.push(`[${parameter.join(', ')}]`);
      types.push(driver.VARCHAR);
    } else if (Array.isArray(parameter)) {
      values.push(driver.listValue(parameter));
      // TRICKY: DuckDB takes the type of a list from its first element, which an empty list does not have.
      types.push(typeof parameter[0] === 'number' ? driver.LIST(driver.INTEGER) : driver.LIST(driver.VARCHAR));
    } else {
      values.push((parameter ?? null) as DuckDBValue);
      types.push(undefined);
    }
  }
  return { values, types: types as DuckDBType[] };
}

/** What the text of a list may contain as it is. */
function isPlain(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && UUID.test(value));
}

/** Rows as data chunks for an appender, in the order of the table's columns. */
export function* toChunks(columns: { name: string; type: DuckDBType }[], rows: readonly object[]) {
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const slice = rows.slice(start, start + CHUNK_ROWS) as Record<string, unknown>[];
    const chunk = driver.DuckDBDataChunk.create(columns.map(({ type }) => type));
    chunk.setColumns(columns.map(({ name, type }) => toColumn(slice, { name, convert: toColumnConverter(type) })));
    yield chunk;
  }
}

function toColumn(
  rows: readonly Record<string, unknown>[],
  { name, convert }: { name: string; convert: (value: unknown) => DuckDBValue },
): DuckDBValue[] {
  const values = new Array<DuckDBValue>(rows.length);
  let last: unknown;
  let converted: DuckDBValue = null;
  for (let at = 0; at < rows.length; at += 1) {
    const value = rows[at]![name] ?? null;
    // Neighbours often share a value, above all the day.
    if (value !== last) converted = value === null ? null : convert(value);
    last = value;
    values[at] = value === null ? null : converted;
  }
  return values;
}

function toColumnConverter({ typeId }: DuckDBType): (value: unknown) => DuckDBValue {
  switch (typeId) {
    case driver.DuckDBTypeId.BIGINT:
      return (value) => BigInt(value as number);
    case driver.DuckDBTypeId.DATE:
      return (value) => new driver.DuckDBDateValue(Date.parse(value as string) / DAY_MS);
    case driver.DuckDBTypeId.UUID:
      return (value) => toUuidValue(value as string);
    case driver.DuckDBTypeId.TIMESTAMP_TZ:
      return (value) => new driver.DuckDBTimestampTZValue(BigInt(Date.parse(value as string)) * 1000n);
    default:
      return (value) => value as DuckDBValue;
  }
}

function toUuidValue(uuid: string): DuckDBUUIDValue {
  return driver.DuckDBUUIDValue.fromUint128(BigInt(`0x${uuid.replaceAll('-', '')}`));
}
