import pg from 'pg';

const { builtins, getTypeParser } = pg.types;
const toDate = getTypeParser(builtins.TIMESTAMPTZ) as (text: string) => Date;

/** How values are read, so that both engines return the same: numbers, and text for dates, times and UUIDs. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toSafeNumber],
  [builtins.NUMERIC, toSafeNumber],
  [builtins.DATE, (text) => text],
  [builtins.TIMESTAMPTZ, (text) => toDate(text).toISOString()],
]);

export const TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => PARSERS.get(oid) ?? getTypeParser(oid, format as 'text'),
};

function toSafeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`the integer ${text} is too large to be exact`);
  return number;
}

/** How much is sent at once. */
const PIECE_CHARACTERS = 64 * 1024;

/** Rows in the text format of COPY. */
export function* toCopyText(columns: readonly string[], rows: readonly object[]): Generator<string> {
  let piece = '';
  for (const row of rows as readonly Record<string, unknown>[]) {
    for (let index = 0; index < columns.length; index += 1) {
      piece += (index === 0 ? '' : '\t') + toCopyValue(row[columns[index]!]);
    }
    piece += '\n';
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function toCopyValue(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value !== 'string') return String(value);
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!) : value;
}
