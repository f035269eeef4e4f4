import { hash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { createBreath } from '../../breath.ts';
import { KNOWN_BY } from '../known-rows.ts';
import type { FilteredTable, Filters } from '../schema.ts';

/** With these, of 10,000 names that no row has, about one is looked up all the same. */
const BITS_PER_NAME = 20;
const PROBES = 10;
/** A new filter has room for some more rows than there are, and for this many at least. */
const SPARE_ROOM = 1.2;
const SMALLEST_ROOM = 1500;
/** In bytes, of all filters together: enough for about 20 million names. */
const MAXIMUM_SIZE = 64 * 1024 * 1024;
/** A filter that was not used for this long makes room for others. */
const UNUSED_AFTER_MS = 10 * 60_000;
/** After there was no room for a filter, or it could not be filled, it is not tried for this long. */
const RETRY_AFTER_MS = 60_000;
const MAXIMUM_REFUSED = 10_000;

/** The column that each table has its names in, and their hashes in SQL and here: hexadecimal digits, both ends as good as random. */
const NAMES: Record<FilteredTable, { column: string; sql: string; hash(name: string): string }> = {
  chats: { column: 'fingerprint', sql: 'fingerprint::varchar', hash: (name) => name },
  domains: hashed(KNOWN_BY.domains),
  prompts: hashed(KNOWN_BY.prompts),
  urls: hashed(KNOWN_BY.urls),
};

function hashed(column: string) {
  return { column, sql: `sha256(${column})`, hash: (name: string) => hash('sha256', name, 'hex') };
}

/** The first and the last 32 bits of a hash. */
type Hash = readonly [first: number, last: number];

/** The names in one table of a project. */
export interface Names {
  project: number;
  table: FilteredTable;
}

/** Reads names, as they are at some moment after the call. `onCount` is told first of how many. */
export type ReadNames = (
  names: Names,
  reading: { onCount(count: number): void; onHash(hash: Hash): void },
) => Promise<void>;

interface Options {
  read: ReadNames;
  onFailed(error: unknown, names: Names): void;
  now?(): number;
}

/**
 * Tells which names no row of a project has, so that nobody has to look them up: most have no index, and looking one up reads all
 * that there are. What a row may have is still looked up. So it does no harm to remember names of rows that were deleted, or never
 * committed; only rows that are added must not be missed.
 */
export function createFilters({ read, onFailed, now = () => performance.now() }: Options) {
  const filters = new Map<string, Filter>();
  /** In bytes, of all together. */
  let size = 0;
  /** What was asked for last and has no filter. */
  let missing: Names | undefined;
  let filling: Promise<void> | undefined;
  /** When the filters that could not be made may be tried again. */
  const refused = new Map<string, number>();
  let isStopped = false;

  function forget(key: string): void {
    size -= filters.get(key)?.size ?? 0;
    filters.delete(key);
  }

  function refuse(key: string): void {
    forget(key);
    if (refused.size >= MAXIMUM_REFUSED) refused.clear();
    refused.set(key, now() + RETRY_AFTER_MS);
  }

  /** Forgets others that nobody uses if that makes room for so many bytes. Returns whether there is room now. */
  function makeRoom(key: string, bytes: number): boolean {
    const unused = [...filters].filter(([other, { usedAt }]) => other !== key && now() - usedAt > UNUSED_AFTER_MS);
    const freed = unused.reduce((total, [, filter]) => total + filter.size, 0);
    if (size - freed + bytes > MAXIMUM_SIZE) return false;
    for (const [other] of unused) {
      if (size + bytes > MAXIMUM_SIZE) forget(other);
    }
    return true;
  }

  /** Makes room for this many names. Without room there is no filter any more, and it returns false. */
  function reserve(key: string, filter: Filter, names: number): boolean {
    const bytes = Filter.toBytes(names);
    if (size + bytes > MAXIMUM_SIZE && !makeRoom(key, bytes)) {
      refuse(key);
      return false;
    }
    size += bytes;
    filter.addLayer(bytes);
    return true;
  }

  /** Adds a name, with room for as many again where there is none left, so that there are few layers. */
  function add(key: string, filter: Filter, hash: Hash): boolean {
    if (filter.isFull() && !reserve(key, filter, filter.count)) return false;
    filter.add(hash);
    return true;
  }

  async function fill(names: Names): Promise<void> {
    const key = toKey(names);
    const filter = new Filter(now());
    // From now on it is told of new rows. Those that were committed before are read.
    filters.set(key, filter);
    const orStop = (work: () => boolean) => {
      if (isStopped || filters.get(key) !== filter || !work()) throw new Stopped();
    };
    try {
      await read(names, {
        onCount: (count) => orStop(() => reserve(key, filter, count * SPARE_ROOM)),
        onHash: (hash) => orStop(() => add(key, filter, hash)),
      });
      filter.isComplete = true;
    } catch (error) {
      if (error instanceof Stopped) return;
      refuse(key);
      if (!isStopped) onFailed(error, names);
    }
  }

  const known: Filters = {
    findPossible: (project, table, wanted) => {
      const key = toKey({ project, table });
      const filter = filters.get(key);
      if (filter) filter.usedAt = now();
      else if (now() >= (refused.get(key) ?? Number.NEGATIVE_INFINITY)) missing = { project, table };
      return filter?.isComplete ? wanted.filter((name) => filter.has(toHash(table, name))) : wanted;
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
        const filter = filters.get(key);
        if (filter) add(key, filter, toHash(table, row[column] as string));
      }
    },
    /** A statement is about to write, which names these tables. */
    noteStatement(sql: string, tables: readonly string[]): void {
      for (const table of tables) {
        if (!isFiltered(table) || !mayName(sql, table)) continue;
        for (const key of [...filters.keys()]) if (key.startsWith(`${table} `)) forget(key);
      }
    },
    /** Begins to fill a filter that is missing. For moments when no transaction is open. */
    fillMissing(): void {
      if (missing === undefined || filling || isStopped) return;
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

function toHash(table: FilteredTable, name: string): Hash {
  const digits = NAMES[table].hash(name);
  return [Number.parseInt(digits.slice(0, 8), 16), Number.parseInt(digits.slice(-8), 16)];
}

/** Whether a statement may give rows of a table names that none had, as far as that can be seen. */
function mayName(sql: string, table: FilteredTable): boolean {
  const [, verb, target] = /^\s*(insert into|update|delete from|truncate table)\s+"?(\w+)"?\s/i.exec(`${sql} `) ?? [];
  if (verb === undefined) return true;
  if (target !== table || /^(delete|truncate)/i.test(verb)) return false;
  // Rows that are written once more, in another order.
  if (/^\s*insert into ("?\w+"?) select \* from \1 /i.test(sql)) return false;
  const [, changed] = /^\s*update\s+"?\w+"?\s+set\s(.*?)\s(?:from|where)\s/is.exec(sql) ?? [];
  return changed === undefined || new RegExp(`\\b(${NAMES[table].column}|project)\\b`).test(changed);
}

/** There is no room for the filter, or it is not needed any more. */
class Stopped extends Error {}

/** A Bloom filter in layers: of what was added it says yes, of nearly everything else no. */
class Filter {
  readonly #layers: Uint32Array[] = [];
  /** How many more the last layer may take. */
  #free = 0;
  /** In bytes. */
  size = 0;
  count = 0;
  isComplete = false;

  constructor(public usedAt: number) {}

  /** What a layer for this many names takes. */
  static toBytes(names: number): number {
    return 4 * Math.ceil((Math.max(SMALLEST_ROOM, names) * BITS_PER_NAME) / 32);
  }

  isFull(): boolean {
    return this.#free === 0;
  }

  addLayer(bytes: number): void {
    this.#layers.push(new Uint32Array(bytes / 4));
    this.#free = Math.floor((bytes * 8) / BITS_PER_NAME);
    this.size += bytes;
  }

  add(hash: Hash): void {
    this.#free -= 1;
    this.count += 1;
    const layer = this.#layers.at(-1)!;
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = toBit(layer, hash, probe);
      layer[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  has(hash: Hash): boolean {
    return this.#layers.some((layer) => {
      for (let probe = 0; probe < PROBES; probe += 1) {
        const bit = toBit(layer, hash, probe);
        if (!(layer[bit >>> 5]! & (1 << (bit & 31)))) return false;
      }
      return true;
    });
  }
}

function toBit(layer: Uint32Array, [first, last]: Hash, probe: number): number {
  return (first + probe * (last + 1)) % (layer.length * 32);
}

/** Reads names in a transaction that nobody else uses. */
export async function readNames(
  connection: DuckDBConnection,
  { project, table }: Names,
  { onCount, onHash }: Parameters<ReadNames>[1],
): Promise<void> {
  const counted = await connection.runAndReadAll(`select count(*)::integer from ${table} where project = $1`, [
    project,
  ]);
  const count = counted.getRows()[0]![0] as number;
  onCount(count);
  // The engine computes hashes on other threads.
  const result = await connection.stream(
    `select ('0x' || left(hash, 8))::uinteger, ('0x' || right(hash, 8))::uinteger
    from (select ${NAMES[table].sql} as hash from ${table} where project = $1)`,
    [project],
  );
  const breathe = createBreath();
  let read = 0;
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const [first, last] = [chunk.getColumnVector(0), chunk.getColumnVector(1)];
    for (let row = 0; row < chunk.rowCount; row += 1) {
      onHash([first.getItem(row) as number, last.getItem(row) as number]);
    }
    read += chunk.rowCount;
    await breathe();
  }
  // A result that breaks off looks complete.
  if (read !== count) throw new Error(`${read} of ${count} names were read`);
}
