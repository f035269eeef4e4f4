import { cut, measure, padEnd, padStart, toPlainText } from './terminal-text.ts';

export type Row = Record<string, unknown>;

interface TableOptions {
  /** The width of the terminal; undefined: as wide as it gets. */
  columns: number | undefined;
  /** The columns to show, in this order; all of them by default. */
  chosen?: readonly string[];
}

const GAP = '  ';
/** Text is not cut shorter than this; columns are left out instead. */
const MIN_TEXT_WIDTH = 12;

const IDS = /^([a-z]{2}_[0-9a-f-]{36}(, )?)*$/;

interface Column {
  name: string;
  cells: string[];
  width: number;
  isNumber: boolean;
  /** A number or an ID is of no use if it is cut. */
  isWhole: boolean;
}

/** The rows as a table, and the names of columns that it has no room for. */
export function toTable(rows: readonly Row[], { columns, chosen }: TableOptions): { text: string; left_out: string[] } {
  const flat = rows.map((row) => flatten(row));
  const found = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  const names = chosen ?? found.filter((name) => flat.some((row) => (row.get(name) ?? '') !== ''));
  const own = names.map((name) => toColumn(name, flat));
  // What the rows are about comes first. IDs of other objects say little and take much room.
  const all = chosen ? own : own.toSorted((one, other) => toRank(one) - toRank(other));
  const shown = columns === undefined ? all : shrink(all, columns);
  const line = (toCell: (column: Column) => string) => shown.map(toCell).join(GAP).trimEnd();
  const lines = [
    line(({ name, width, isNumber }) => (isNumber ? padStart : padEnd)(cut(name, width), width)),
    line(({ width }) => '─'.repeat(width)),
    ...rows.map((_, index) =>
      line(({ cells, width, isNumber }) => (isNumber ? padStart : padEnd)(cut(cells[index]!, width), width)),
    ),
  ];
  return { text: `${lines.join('\n')}\n`, left_out: all.slice(shown.length).map(({ name }) => name) };
}

function toRank({ name, isNumber, isWhole }: Column): number {
  if (name === 'id') return 0;
  // What a ratio was made of matters less than the ratio.
  if (isNumber) return /_(sum|count|total)$/.test(name) ? 3 : 2;
  return isWhole ? 4 : 1;
}

function toColumn(name: string, rows: readonly Map<string, unknown>[]): Column {
  const values = rows.map((row) => row.get(name) ?? '');
  const cells = values.map(toCell);
  const isNumber =
    values.some((value) => value !== '') && values.every((value) => value === '' || typeof value === 'number');
  const isId = cells.some((cell) => cell !== '') && cells.every((cell) => IDS.test(cell));
  const width = Math.max(measure(name), ...cells.map(measure));
  return { name, cells, width, isNumber, isWhole: isNumber || isId };
}

/** Cuts the longest texts first; if that is not enough, the last columns go. */
function shrink(columns: readonly Column[], width: number): Column[] {
  for (let count = columns.length; count > 1; count -= 1) {
    const shown = columns.slice(0, count).map((column) => ({ ...column }));
    const free = () => width - shown.reduce((sum, column) => sum + column.width, GAP.length * (count - 1));
    while (free() < 0) {
      const texts = shown.filter((column) => !column.isWhole && column.width > MIN_TEXT_WIDTH);
      if (texts.length === 0) break;
      const longest = texts.reduce((one, other) => (other.width > one.width ? other : one));
      const next = Math.max(
        MIN_TEXT_WIDTH,
        ...texts.filter((column) => column !== longest).map((column) => column.width),
      );
      longest.width -= Math.max(1, Math.min(-free(), longest.width - next));
    }
    if (free() >= 0) return shown;
  }
  return columns.slice(0, 1).map((column) => ({ ...column, width: Math.min(column.width, width) }));
}

/** The values of a row, those of objects in it included; an object with a name is its name. */
export function flatten(row: Row, under = ''): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  for (const [name, value] of Object.entries(row)) {
    const simple = simplify(value);
    if (typeof simple !== 'object' || simple === null) flat.set(under + name, simple ?? '');
    else for (const [inner, own] of flatten(simple as Row, `${under}${name}.`)) flat.set(inner, own);
  }
  return flat;
}

function simplify(value: unknown): unknown {
  if (Array.isArray(value)) {
    const entries = value.map(simplify);
    const isPlain = entries.every((entry) => typeof entry !== 'object');
    return isPlain ? entries.map(toCell).join(', ') : `${entries.length} entries`;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { name, id } = value as { name?: unknown; id?: unknown };
  if (typeof name === 'string') return name;
  const keys = Object.keys(value);
  if (keys.length === 1) return simplify(Object.values(value)[0]);
  return typeof id === 'string' && keys.length <= 2 ? id : value;
}

/** A value as people read it: three decimals are enough to compare. */
export function toCell(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(3)));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return toPlainText(String(value ?? ''));
}
