import type { CompiledQuery } from 'kysely';
import { createBreath } from '../../breath.ts';
import { type ConnectionSource, createDb } from '../engine-dialect.ts';
import { type Footprint, findTables, followStatements } from '../footprint.ts';
import { createLock } from '../lock.ts';
import { toOwner } from '../queries/counters.ts';
import type { Recall, Revisions } from '../remember.ts';
import { requireProject } from '../require-project.ts';
import type { Filters } from '../schema.ts';
import type { QueryOptions, Reader, Store } from '../store.ts';
import { createHeavyRefusal, refuseStream } from '../turns.ts';
import type { Connection, Readers } from './connection.ts';
import { LISTS } from './lists.ts';
import type { Queries } from './query.ts';
import { eachChunk, toRows, toRowsOf } from './values.ts';

/** TRICKY: a transaction sees the state at its first access to the database, not at `begin`; this is the cheapest access. */
const BEGIN = 'begin transaction; select txid_current()';

/** What remembering needs. */
export interface Remembering {
  revisions: Revisions;
  recall: Recall;
}

interface ReaderOptions extends Pick<Remembering, 'recall'> {
  /** The project whose rows are read; INSTALLATION if they may be those of any. */
  project: number;
  /** Undefined where long queries are refused. */
  queries?: Queries | undefined;
  /** The last commit that the reader sees for certain. */
  toRevision(): Promise<number>;
  onRecalled?(from: Footprint): void;
  /** Whether the reader sees changes that nobody else does, of something in particular or at all. */
  isChanged?(from?: Footprint): boolean;
  filters?: Filters;
  /** Told of every table that is read from. */
  onTable?(table: string): void;
  /** Connections whose statements see one state until the reader is over, whatever they are and however long they take. */
  steady?: ConnectionSource<Connection>;
}

/** Reads through these connections, and remembers what it is asked to. */
export function createReader(source: ConnectionSource<Connection>, options: ReaderOptions): Reader {
  const { queries, recall, project, toRevision, isChanged, onRecalled, onTable, filters } = options;
  const owner = toOwner(project);
  const follow = (from: ConnectionSource<Connection>) => (onTable ? followStatements(from, onTable) : from);
  const followed = follow(source);
  const steady = options.steady && follow(options.steady);
  return {
    db: createDb(followed, LISTS, filters ? { filters } : {}),
    has_mention_index: false,
    query: queries ? queries.on({ small: followed, large: steady ?? followed }, project) : createHeavyRefusal(),
    stream:
      queries && steady ? createStream(steady, queries.on({ small: steady, large: steady }, project)) : refuseStream,
    remember: async (key, read) => {
      const revision = await toRevision();
      // Equal names in two projects are never the same.
      const { value, from } = await recall(`${project} ${key}`, {
        project: owner,
        revision,
        isChanged,
        read: async () => {
          const tables = new Set<string>();
          const value = await read(createReader(source, { ...options, onTable: (table) => tables.add(table) }));
          return { value, from: { project: owner, tables } };
        },
      });
      onRecalled?.(from);
      // What is made of it was read from the same tables.
      if (onTable) for (const table of from.tables) onTable(table);
      return value;
    },
  };
}

/** A statement on a temporary table takes some milliseconds, however few rows it reads. */
const STREAMED_ROWS = 32_768n;
let streams = 0;

/**
 * Streams a query. TRICKY: a result that the engine streams looks complete when it breaks, and ends with the next statement on
 * its connection. So the rows are put into a temporary table, which goes to disk where it is large and disappears with the
 * transaction.
 */
function createStream(source: ConnectionSource<Connection>, query: Reader['query']): Reader['stream'] {
  return async function* <Row>(compiled: CompiledQuery<Row>, options: QueryOptions) {
    const run = async (text: string) => {
      options.signal.throwIfAborted();
      const connection = await source.acquire();
      try {
        return await connection.native.run(text);
      } finally {
        source.release(connection);
      }
    };
    const breathe = createBreath();
    streams += 1;
    const table = `streamed_${streams}`;
    await query({ ...compiled, sql: `create temp table ${table} as ${compiled.sql}` }, options);
    // TRICKY: the row numbers of a table that is not committed begin above what a double can count.
    const ends = await toRows<{ first: string | null; last: string | null }>(
      await run(`select min(rowid)::varchar as first, max(rowid)::varchar as last from ${table}`),
    );
    const { first, last } = ends[0]!;
    if (first === null || last === null) return;
    for (let next = BigInt(first); next <= BigInt(last); next += STREAMED_ROWS) {
      const result = await run(
        `select * from ${table} where rowid between ${next} and ${next + STREAMED_ROWS - 1n} order by rowid`,
      );
      for (const chunk of eachChunk(result)) {
        await breathe();
        yield toRowsOf(result, chunk) as Row[];
      }
    }
    await run(`drop table ${table}`);
  };
}

/** What was read before is older than what was read after it. */
class Outdated extends Error {}

/** Reads from one state. A small statement that is the only one needs no transaction; with any other, one begins. */
export function createReads(
  readers: Readers,
  { queries, filters, ...remembering }: Remembering & { queries: Queries; filters: Filters },
) {
  const { revisions } = remembering;
  const ending = new Set<Promise<void>>();

  /** Reads once. Most of what is read often is remembered, so there may be no statement at all. */
  async function readOnce<Result>(
    project: number,
    work: (reader: Reader) => Promise<Result>,
    { isHeavy, isEager }: { isHeavy: boolean; isEager: boolean },
  ): Promise<Result> {
    const owner = toOwner(project);
    const statements = createLock();
    const start = revisions.current();
    let revision = start;
    let opening: Promise<Connection> | undefined;
    let isOver = false;
    /** What was read outside of the transaction: from memory, or by the first statement. */
    const seen: Footprint[] = [];
    const requireUnchanged = (footprints: readonly Footprint[]) => {
      if (footprints.some((from) => revisions.findLastChange(from) > start)) throw new Outdated();
    };

    async function begin(): Promise<Connection> {
      const connection = await readers.acquire();
      revision = revisions.current();
      try {
        await connection.native.run(BEGIN);
        requireUnchanged(seen);
        return connection;
      } catch (error) {
        await readers.rollBack(connection);
        throw error;
      }
    }
    const open = () => {
      opening ??= begin();
      return opening;
    };
    // Statements may be started side by side, but a prepared statement has one set of parameters.
    const steady: ConnectionSource<Connection> = {
      acquire: async () => {
        if (isOver) throw createOverError();
        const connection = await open();
        await statements.acquire();
        if (!isOver) return connection;
        statements.release();
        throw createOverError();
      },
      release: () => statements.release(),
    };

    /** The connection of the first statement, and what returns it. */
    let first: { connection: Connection; release(): void } | undefined;
    let hasStatement = isEager;
    const source: ConnectionSource<Connection> = {
      acquire: async () => {
        if (hasStatement || opening) return steady.acquire();
        hasStatement = true;
        if (isOver) throw createOverError();
        first = await acquireFirst();
        return first.connection;
      },
      release: (connection) => (connection === first?.connection ? first : steady).release(connection),
    };

    async function acquireFirst() {
      let finish = () => {};
      const ended = new Promise<void>((resolve) => {
        finish = resolve;
      });
      ending.add(ended);
      const end = () => {
        ending.delete(ended);
        finish();
      };
      const connection = await readers.acquire().catch((error) => {
        end();
        throw error;
      });
      const release = () => {
        readers.release(connection);
        end();
      };
      if (isOver) {
        release();
        throw createOverError();
      }
      const executeQuery: Connection['executeQuery'] = async (query) => {
        const own: Footprint = { project: owner, tables: new Set(findTables(query.sql)) };
        seen.push(own);
        const result = await connection.executeQuery(query);
        // A transaction that has begun meanwhile sees a state of its own.
        requireUnchanged(opening ? seen : seen.filter((from) => from !== own));
        return result as never;
      };
      return { connection: { ...connection, executeQuery }, release };
    }

    const reader = createReader(source, {
      ...remembering,
      filters,
      project,
      queries: isHeavy ? queries : undefined,
      steady,
      toRevision: async () => {
        await opening;
        return revision;
      },
      onRecalled: (from) => seen.push(from),
    });
    const end = async (connection: Connection) => {
      // Work that failed may have left a statement behind.
      await statements.acquire();
      statements.release();
      await readers.rollBack(connection);
    };
    try {
      if (isEager) await open();
      await reader.remember(`there is project ${project}`, ({ db }) => requireProject(db, project));
      return await work(reader);
    } finally {
      isOver = true;
      if (opening) {
        // The result is there, so nobody waits for the end. A transaction that did not open has ended itself.
        const ended = opening.then(end, () => {}).finally(() => ending.delete(ended));
        ending.add(ended);
      }
    }
  }

  const read: Store['read'] = async (project, work, { is_heavy: isHeavy = false, runs_once = false } = {}) => {
    try {
      return await readOnce(project, work, { isHeavy, isEager: runs_once });
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      return readOnce(project, work, { isHeavy, isEager: true });
    }
  };

  return {
    read,
    /** Waits for the connections that are not returned yet. */
    settle: () => Promise.all(ending),
  };
}

function createOverError(): Error {
  return new Error('the read is over');
}
