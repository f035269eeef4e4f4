import { hash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { createBreath } from '../../breath.ts';
import { KNOWN_BY } from '../known-rows.ts';
import type { FilteredTable, Filters } from '../schema.ts';

/** With these, one in about 11,000 names that no row has is looked for all the same. */
const BITS_OF_ONE = 20;
const PROBES = 10;
/** In bits. A layer has at least as many places as this, and always a power of two. */
const SMALLEST_LAYER = 2 ** 15;
/** In bytes, of all filters together: enough for about 20 million rows. */
const MAXIMUM_SIZE = 64 * 1024 * 1024;
/** A filter that was not used for this long makes room for others. */
const UNUSED_AFTER_MS = 10 * 60_000;
/** After there was no room for one, or it could not be filled, none is tried for this long. */
const RETRY_AFTER_MS = 60_000;

/** The column that each table has its names in, and the same as text whose ends are as good as random. */
const NAMES: Record<FilteredTable, { column: string; sql: string; toText(name: string): string }> = {
  chats: { column: 'fingerprint', sql: 'fingerprint::varchar', toText: (name) => name },
  domains: hashed(KNOWN_BY.domains),
  prompts: hashed(KNOWN_BY.prompts),
  tags: hashed(KNOWN_BY.tags),
  topics: hashed(KNOWN_BY.topics),
  urls: hashed(KNOWN_BY.urls),
};

function hashed(column: string) {
  return { column, sql: `sha256(${column})`, toText: (name: string) => hash('sha256', name, 'hex') };
}

/** Statements that may give rows names which no row had. */
const NAMING = new Map(
  Object.entries(NAMES).map(([table, { column }]) => [
    table as FilteredTable,
    new RegExp(`\\binto\\s+"?${table}\\b|\\bupdate\\s+"?${table}\\b.*\\b${column}\\b`, 'is'),
  ]),
);

/** A name as two numbers. */
type Numbers = readonly [first: number, last: number];

/** The names in one table of a project. */
export interface Names {
  project: number;
  table: FilteredTable;
}

/** Reads names, as they are at some moment after the call. `onCount` is told first of how many. */
export type ReadNames = (
  names: Names,
  reading: { onCount(count: number): void; onNumbers(numbers: Numbers): void },
) => Promise<void>;

interface Options {
  read: ReadNames;
  onFailed(error: unknown): void;
  now?(): number;
}

/**
 * Tells which names no row of a project has, so that nobody has to look for them: most have no index, and looking for one
 * reads all that there are. What a row may have is still looked for. So it does no harm to remember names of rows that were
 * deleted, or never committed; only rows that are added must not be missed.
 */
export function createFilters({ read, onFailed, now = () => performance.now() }: Options) {
  const filters = new Map<string, Filter>();
  /** Of all together. */
  let size = 0;
  /** What was asked for last and has no filter. */
  let missing: Names | undefined;
  let filling: Promise<void> | undefined;
  let retryAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;

  function forget(key: string): void {
    size -= filters.get(key)?.size ?? 0;
    filters.delete(key);
  }

  /** Lets a filter grow, in the place of others that nobody uses. Returns false if it has no room: then it is gone. */
  function grow(key: string, work: (filter: Filter) => void): boolean {
    const filter = filters.get(key);
    if (!filter) return false;
    const before = filter.size;
    work(filter);
    size += filter.size - before;
    for (const [other, { usedAt }] of filters) {
      if (size <= MAXIMUM_SIZE) return true;
      if (now() - usedAt > UNUSED_AFTER_MS) forget(other);
    }
    if (size <= MAXIMUM_SIZE) return true;
    forget(key);
    retryAt = now() + RETRY_AFTER_MS;
    return false;
  }

  async function fill(names: Names): Promise<void> {
    const key = toKey(names);
    const filter = new Filter(now());
    // From now on it is told of new rows. Those that were committed before are read.
    filters.set(key, filter);
    const growThis = (work: () => void) => {
      if (isStopped || filters.get(key) !== filter || !grow(key, work)) throw new Stopped();
    };
    try {
      await read(names, {
        onCount: (count) => growThis(() => filter.reserve(2 * count)),
        onNumbers: (numbers) => growThis(() => filter.add(numbers)),
      });
      filter.isComplete = true;
    } catch (error) {
      if (error instanceof Stopped || isStopped) return;
      forget(key);
      retryAt = now() + RETRY_AFTER_MS;
      onFailed(error);
    }
  }

  const known: Filters = {
    findPossible: (project, table, wanted) => {
      const filter = filters.get(toKey({ project, table }));
      if (!filter) missing = { project, table };
      else filter.usedAt = now();
      return filter?.isComplete ? wanted.filter((name) => filter.has(toNumbers(table, name))) : wanted;
    },
  };

  return {
    ...known,
    /** Rows are being added. */
    add(table: string, rows: readonly object[]): void {
      if (!isFiltered(table)) return;
      const { column } = NAMES[table];
      for (const row of rows as readonly Record<string, unknown>[]) {
        const key = toKey({ project: row.project as number, table });
        if (filters.has(key)) grow(key, (filter) => filter.add(toNumbers(table, row[column] as string)));
      }
    },
    /** A statement is about to write, which names these tables. */
    noteStatement(sql: string, tables: readonly string[]): void {
      for (const table of tables) {
        if (!isFiltered(table) || !NAMING.get(table)!.test(sql)) continue;
        for (const key of filters.keys()) if (key.startsWith(`${table} `)) forget(key);
      }
    },
    /** Begins to fill a filter that is missing. For moments when no transaction is open. */
    betweenTransactions(): void {
      if (missing === undefined || filling || isStopped || now() < retryAt) return;
      filling = fill(missing).finally(() => {
        filling = undefined;
      });
      missing = undefined;
    },
    /** Fills no filter any more, and waits for the one that is being filled. */
    stop: async (): Promise<void> => {
      isStopped = true;
      await filling;
    },
  };
}

function isFiltered(table: string): table is FilteredTable {
  return Object.hasOwn(NAMES, table);
}

function toKey({ project, table }: Names): string {
  return `${table} ${project}`;
}

function toNumbers(table: FilteredTable, name: string): Numbers {
  const text = NAMES[table].toText(name);
  return [Number.parseInt(text.slice(0, 8), 16), Number.parseInt(text.slice(-8), 16)];
}

/** There is no room for the filter, or it is not needed any more. */
class Stopped extends Error {}

/** A Bloom filter that grows: of what was added it says yes, of nearly everything else no. */
class Filter {
  readonly #layers: Uint32Array[] = [];
  /** How many more the last layer may take. */
  #free = 0;
  size = 0;
  isComplete = false;

  constructor(public usedAt: number) {}

  /** Makes room for this many. */
  reserve(count: number): void {
    const bits = Math.max(SMALLEST_LAYER, 2 ** Math.ceil(Math.log2(count * BITS_OF_ONE)));
    const layer = new Uint32Array(bits / 32);
    this.#layers.push(layer);
    this.#free = Math.floor(bits / BITS_OF_ONE);
    this.size += layer.byteLength;
  }

  add([first, last]: Numbers): void {
    // As many again as there are, so that there are few layers.
    if (this.#free === 0) this.reserve((this.size * 8) / BITS_OF_ONE);
    this.#free -= 1;
    const layer = this.#layers.at(-1)!;
    const mask = layer.length * 32 - 1;
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = (first + probe * (last | 1)) & mask;
      layer[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  has([first, last]: Numbers): boolean {
    return this.#layers.some((layer) => {
      const mask = layer.length * 32 - 1;
      for (let probe = 0; probe < PROBES; probe += 1) {
        const bit = (first + probe * (last | 1)) & mask;
        if (!(layer[bit >>> 5]! & (1 << (bit & 31)))) return false;
      }
      return true;
    });
  }
}

/** Reads names through a connection that nobody else uses. */
export async function readNames(
  connection: DuckDBConnection,
  { project, table }: Names,
  { onCount, onNumbers }: Parameters<ReadNames>[1],
): Promise<void> {
  await connection.run('begin transaction');
  const counted = await connection.runAndReadAll(`select count(*)::integer from ${table} where project = $1`, [
    project,
  ]);
  const count = counted.getRows()[0]![0] as number;
  onCount(count);
  // The engine computes the numbers, on other threads.
  const text = NAMES[table].sql;
  const result = await connection.stream(
    `select ('0x' || left(name, 8))::uinteger, ('0x' || right(name, 8))::uinteger
    from (select ${text} as name from ${table} where project = $1)`,
    [project],
  );
  const breathe = createBreath();
  let read = 0;
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const [first, last] = [chunk.getColumnVector(0), chunk.getColumnVector(1)];
    for (let row = 0; row < chunk.rowCount; row += 1) {
      onNumbers([first.getItem(row) as number, last.getItem(row) as number]);
    }
    read += chunk.rowCount;
    await breathe();
  }
  // A result that breaks off looks complete.
  if (read !== count) throw new Error(`${read} of ${count} names were read`);
}
