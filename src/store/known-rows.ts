import { groupBy } from '../domain/grouping.ts';
import type { Db, FilteredTable, KnownRows, KnownTable } from './schema.ts';

/** The column that rows of each table are known by. */
export const KNOWN_BY = {
  domains: 'name',
  prompts: 'text_key',
  tags: 'name_key',
  topics: 'name_key',
  urls: 'address',
} as const satisfies Record<KnownTable, string>;

/** Tables whose rows are known by name, and which may be too large to know all. */
type Named = KnownTable & FilteredTable;

/** Of more rows than this, not all are kept: reading them would hold up others. */
const MAXIMUM_ALL = 20_000;

/** The rows with these names. Only those that are not known are read. */
export async function findNamed<Row extends object>(
  db: Db,
  project: number,
  { table, names, read }: { table: Named; names: readonly string[]; read(names: string[]): Promise<Row[]> },
): Promise<Row[]> {
  const known = db.known?.of(project, table);
  if (!known) return names.length === 0 ? [] : read([...names]);
  const rows: Row[] = [];
  const missing: string[] = [];
  for (const name of names) {
    const own = known.get(name) as Row[] | undefined;
    if (own) rows.push(...own);
    else missing.push(name);
  }
  if (missing.length === 0) return rows;
  const possible = db.filters?.findPossible(project, table, missing) ?? missing;
  if (possible.length === 0) return rows;
  const { additions } = known;
  const found = await read([...possible]);
  if (known.additions === additions) keep(known, table, found);
  return [...rows, ...found];
}

/** All rows, of which there are up to a maximum; null if the engine does not keep them in memory. */
export async function findAllNamed<Row extends object>(
  db: Db,
  project: number,
  { table, maximum, read }: { table: KnownTable; maximum: number; read(): Promise<Row[]> },
): Promise<{ find(name: string): Row | undefined; count: number } | null> {
  const known = maximum > MAXIMUM_ALL ? undefined : db.known?.of(project, table);
  if (!known) return null;
  if (!known.isComplete) {
    const { additions } = known;
    const found = await read();
    // There may be more than the maximum, if it was once higher.
    if (found.length > MAXIMUM_ALL || known.additions !== additions) return null;
    keep(known, table, found);
    known.isComplete = true;
  }
  return { find: (name) => known.get(name)?.[0] as Row | undefined, count: known.count() };
}

function keep(known: KnownRows, table: KnownTable, rows: readonly object[]): void {
  for (const [name, own] of groupBy(rows, (row) => toName(table, row))) known.set(name, own);
}

export function toName(table: KnownTable, row: object): string {
  return (row as Record<string, string>)[KNOWN_BY[table]]!;
}
