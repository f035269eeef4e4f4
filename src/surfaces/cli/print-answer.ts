import { flatten, type Row, toCell, toTable } from './table.ts';
import type { Terminal } from './terminal.ts';
import { padEnd, wrap } from './terminal-text.ts';

const TOTALS = ['totalCount', 'total_count'];
const NARROWEST_TEXT = 20;

/** Shows an answer to people: lists as tables, objects with one field per line. */
export async function printAnswer(
  terminal: Terminal,
  answer: unknown,
  { chosen }: { chosen?: readonly string[] } = {},
): Promise<void> {
  const { data, ...rest } = answer as { data?: unknown } & Row;
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !TOTALS.includes(name)));
  const isList = Array.isArray(data);
  if (!isList && Object.keys({ ...own, ...(data ? { data } : {}) }).length === 0) return terminal.write('Done.\n');
  if (isList) await printRows(terminal, data as Row[], { chosen, total: rest.total_count as number | undefined });
  const fields = isList || data === undefined ? own : { ...own, ...(data as Row) };
  await printFields(terminal, fields, isList ? '\n' : '');
}

async function printRows(
  terminal: Terminal,
  rows: readonly Row[],
  { chosen, total }: { chosen: readonly string[] | undefined; total: number | undefined },
): Promise<void> {
  if (rows.length === 0) return terminal.note('No rows.');
  const table = toTable(rows, { columns: terminal.columns, ...(chosen ? { chosen } : {}) });
  await terminal.write(table.text);
  if (table.left_out.length > 0) {
    terminal.note(`No room for: ${table.left_out.join(', ')}. Choose columns with --columns, or use --json or --csv.`);
  }
  if (total !== undefined && total > rows.length) {
    terminal.note(`${rows.length} of ${total} rows. --all shows all of them, --offset and --limit others.`);
  }
}

/** An object, one field per line; lists of objects in it follow as tables. */
async function printFields(terminal: Terminal, object: Row, before: string): Promise<void> {
  const isTable = (value: unknown) => Array.isArray(value) && value.some((entry) => typeof entry === 'object');
  const tables = Object.entries(object).filter(([, value]) => isTable(value));
  const flat = flatten(Object.fromEntries(Object.entries(object).filter(([, value]) => !isTable(value))));
  const width = Math.max(0, ...[...flat.keys()].map((name) => name.length));
  const room = terminal.columns === undefined ? undefined : Math.max(NARROWEST_TEXT, terminal.columns - width - 2);
  const lines = [...flat].map(([name, value]) => {
    const text = toCell(value);
    const parts = room === undefined ? [text] : wrap(text, room);
    return `${padEnd(name, width)}  ${parts.join(`\n${' '.repeat(width + 2)}`)}`.trimEnd();
  });
  if (lines.length > 0) await terminal.write(`${before}${lines.join('\n')}\n`);
  for (const [name, rows] of tables) {
    await terminal.write(`\n${name}:\n${toTable(rows as Row[], { columns: terminal.columns }).text}`);
  }
}
