import { toCsvLine } from '../../domain/csv.ts';

type Row = Record<string, unknown>;

/** An assistant reads a table of this size in one go; more would crowd out what it is working on. */
const MAX_CHARS = 40_000;

/** The answer of an operation as compact text: rows as CSV with what was left out, everything else as JSON. */
export function toText(output: unknown, { offset = 0 }: { offset?: number } = {}): string {
  const { data, total_count, totalCount: _, ...rest } = (output ?? {}) as { data?: unknown } & Row;
  if (!Array.isArray(data)) return cut(JSON.stringify(output));
  const { text, shown } = toTable(data as Row[]);
  const more = Object.entries(rest).filter(([, value]) => value !== undefined);
  return [
    describeExtent({ shown, found: data.length, total: total_count as number | undefined, offset }),
    text,
    ...more.map(([name, value]) => `${name}: ${cut(JSON.stringify(value))}`),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

interface Extent {
  shown: number;
  found: number;
  total: number | undefined;
  offset: number;
}

function describeExtent({ shown, found, total, offset }: Extent): string {
  const end = offset + shown;
  const isAll = offset === 0 && shown === found && (total === undefined || end >= total);
  if (isAll) return `${toRows(shown)}.`;
  const range = shown === 0 ? 'No rows here' : `Rows ${offset + 1} to ${end}`;
  const of = total === undefined ? '' : ` of ${total}`;
  const isEnd = total === undefined ? shown === found : end >= total;
  return `${range}${of}.${isEnd ? '' : ` More follow: ask again with offset ${end}.`}`;
}

function toRows(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

/** CSV without columns that are empty in every row, as many rows as there is room for. */
function toTable(rows: readonly Row[]): { text: string; shown: number } {
  const flat = rows.map((row) => flatten(row));
  const names = [...new Set(flat.flatMap((row) => [...row.keys()]))].filter((name) =>
    flat.some((row) => (row.get(name) ?? '') !== ''),
  );
  if (names.length === 0) return { text: '', shown: rows.length };
  const lines = [toCsvLine(names).trimEnd()];
  let room = MAX_CHARS - lines[0]!.length;
  for (const row of flat) {
    const line = toCsvLine(names.map((name) => row.get(name) ?? '')).trimEnd();
    room -= line.length + 1;
    // One row is shown in any case, so that whoever pages gets to the end.
    if (room < 0 && lines.length > 1) break;
    lines.push(cut(line));
  }
  return { text: lines.join('\n'), shown: lines.length - 1 };
}

function flatten(row: Row, under = ''): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  for (const [name, value] of Object.entries(row)) {
    if (Array.isArray(value)) flat.set(under + name, toCell(value));
    else if (typeof value === 'object' && value !== null) {
      for (const [inner, own] of flatten(value as Row, `${under}${name}.`)) flat.set(inner, own);
    } else flat.set(under + name, value ?? '');
  }
  return flat;
}

function toCell(values: readonly unknown[]): string {
  if (values.length === 0) return '';
  const isPlain = values.every((value) => typeof value !== 'object' || value === null);
  return isPlain ? values.join('; ') : JSON.stringify(values);
}

function cut(text: string): string {
  if (text.length <= MAX_CHARS) return text;
  return `${text.slice(0, MAX_CHARS)}… (${text.length - MAX_CHARS} more characters were cut off)`;
}
