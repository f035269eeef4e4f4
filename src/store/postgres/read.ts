import { setMaxListeners } from 'node:events';
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { createDb, refuseWrites, toDatabaseConnection } from '../engine-dialect.ts';
import { findTables } from '../footprint.ts';
import { INSTALLATION } from '../queries/counters.ts';
import { requireProject } from '../require-project.ts';
import type { Db } from '../schema.ts';
import type { QueryOptions, Reader, Store } from '../store.ts';
import { createHeavyRefusal, refuseStream } from '../turns.ts';
import { createClientDb, execute, rollBack, SMALL_READ_MS, withClient } from './connection.ts';
import { isLost, retryRead } from './errors.ts';
import { LISTS } from './lists.ts';
import type { Lease, Queries } from './query.ts';
import { areStamped, createRecollections, type Recollections, readStamp, type Stamp } from './recollections.ts';

const NEVER = new AbortController().signal;
// All reads that wait without a signal of their own listen to it, and Node would warn of a leak.
setMaxListeners(0, NEVER);
/** All statements see the state at the first of them. */
const BEGIN = 'begin isolation level repeatable read, read only';

/** A reader that remembers nothing: others may write between its statements. Without `query`, long queries are refused. */
export function createReader(
  db: Db,
  query: Reader['query'] = createHeavyRefusal(),
  stream: Reader['stream'] = refuseStream,
): Reader {
  const reader: Reader = { db, has_mention_index: true, query, stream, remember: (_key, read) => read(reader) };
  return reader;
}

/** A transaction that sees one state. */
interface Opened extends Lease {
  /** Resolves when the transaction has begun, its project is there, and it sees what was recalled before. */
  begun: Promise<unknown>;
  /** Of what it sees. */
  stamp?: Promise<Stamp | null>;
}

/** The transaction sees another state than what was recalled before it. */
class Outdated extends Error {}

/** Reads from one state, in a transaction that begins with the first statement. */
export function createReads(pool: pg.Pool, queries: Queries): Store['read'] {
  const memory = createRecollections();
  return async (project, work, { is_heavy = false, runs_once = false, signal = NEVER } = {}) => {
    const once = (isEager: boolean) =>
      retryRead(() => readOnce(pool, { project, work, memory, signal, isEager, ...(is_heavy ? { queries } : {}) }));
    try {
      return await once(runs_once);
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      return once(true);
    }
  };
}

interface Read<Result> {
  project: number;
  work(reader: Reader): Promise<Result>;
  memory: Recollections;
  /** Undefined where the work runs no long queries. */
  queries?: Queries;
  signal: AbortSignal;
  /** Whether the transaction begins at once. */
  isEager: boolean;
}

async function readOnce<Result>(pool: pg.Pool, read: Read<Result>): Promise<Result> {
  const { project, work, memory, queries, signal, isEager } = read;
  let opening: Promise<Opened> | undefined;
  let onOpening = () => {};
  /** Resolves when a transaction is going to begin. */
  const willOpen = new Promise<void>((resolve) => {
    onOpening = resolve;
  });
  let endTurn = () => {};
  let isOver = false;
  /** Of what was recalled before the transaction began. */
  let recalled: Stamp | undefined;
  /** All tables that were read from. */
  const tables = new Set<string>();

  const begin = async (): Promise<Opened> => {
    // Whoever waits for a turn holds no connection: the others could not read meanwhile.
    if (queries) endTurn = await queries.beginTurn({ owner: project, signal });
    requireRunning();
    return openTransaction(pool, project, recalled);
  };
  const requireRunning = () => {
    if (isOver) throw new Error('the read is over');
  };
  const open = async () => {
    // Nobody would end a transaction that begins now.
    requireRunning();
    opening ??= begin();
    onOpening();
    const opened = await opening;
    requireRunning();
    return opened;
  };
  const follow = ({ sql }: CompiledQuery) => {
    for (const table of findTables(sql)) tables.add(table);
  };
  const execution = async <Row>(query: CompiledQuery) => {
    refuseWrites(query);
    follow(query);
    const { client, begun } = await open();
    // The first statement is sent together with the beginning of its transaction.
    const [result] = await Promise.all([execute<Row>(client, query, SMALL_READ_MS), begun]);
    return result;
  };
  const connection = toDatabaseConnection(execution);
  const db = createDb({ acquire: async () => connection, release: () => {} }, LISTS);
  const query: Reader['query'] | undefined =
    queries &&
    (async (compiled, options) => {
      follow(compiled);
      const { begun } = await open();
      await begun;
      // The read may be over by now.
      return queries.queryOn(await open(), compiled, options);
    });

  /**
   * Finds what is remembered without a transaction, so without a turn. Equal reads that run already are waited for: of those
   * that wait, one reads if they fail. Whoever has a transaction waits for nobody.
   */
  async function recallEarly<Value>(key: string) {
    for (let attempt = 1; ; attempt += 1) {
      const stamp = await readStampAlone(pool, project);
      if (stamp === null || opening) return { stamp: null };
      const found = memory.find<Value>(key, stamp);
      const other = found ? undefined : memory.findReading(key, stamp);
      if (!other || attempt === MOST_LOOKS) return { stamp, found };
      await untilAborted(Promise.race([other, willOpen]), signal);
      if (opening) return { stamp: null };
    }
  }

  /** Finds what is remembered of the state that the transaction sees, or reads it. */
  async function recallOrRead<Value>(key: string, find: (reader: Reader) => Promise<Value>): Promise<Value> {
    const opened = await open();
    opened.stamp ??= readStamp(createClientDb(opened.client, SMALL_READ_MS), project);
    const [stamp] = await Promise.all([opened.stamp, opened.begun]);
    const found = stamp === null ? undefined : memory.find<Value>(key, stamp);
    if (found) return found.value;
    const value = await find(reader);
    if (stamp !== null && areStamped(tables)) memory.keep(key, stamp, value);
    return value;
  }

  const remember: Reader['remember'] = async (name, find) => {
    if (project === INSTALLATION) return find(reader);
    const key = `${project} ${name}`;
    if (!queries || opening) return recallOrRead(key, find);
    const { stamp, found } = await recallEarly<Awaited<ReturnType<typeof find>>>(key);
    // A transaction that has begun meanwhile sees a state of its own.
    if (stamp === null || opening) return recallOrRead(key, find);
    if (recalled !== undefined && recalled !== stamp) throw new Outdated();
    if (found) {
      recalled = stamp;
      return found.value;
    }
    const endReading = memory.beginReading(key, stamp);
    try {
      return await recallOrRead(key, find);
    } finally {
      endReading();
    }
  };

  const reader: Reader = {
    db,
    has_mention_index: true,
    query: query ?? createHeavyRefusal(),
    stream: query ? createStream(query) : refuseStream,
    remember,
  };
  let isLostNow = false;
  try {
    if (isEager) await (await open()).begun;
    return await work(reader);
  } catch (error) {
    isLostNow = isLost(error);
    throw error;
  } finally {
    isOver = true;
    // The result is there, so nobody waits for the end.
    opening?.then(
      (opened) => {
        endTurn();
        return end(opened, { isLostNow });
      },
      () => endTurn(),
    );
  }
}

/** How often a read looks whether others have read the same, before it reads itself. */
const MOST_LOOKS = 3;

/** The stamp at this moment. */
async function readStampAlone(pool: pg.Pool, project: number): Promise<Stamp | null> {
  return withClient(pool, (client) => readStamp(createClientDb(client, SMALL_READ_MS), project));
}

/** Waits for a promise, which does not reject, or throws the reason of the signal. */
async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<void>((resolve) => {
    onAbort = resolve;
  });
  signal.addEventListener('abort', onAbort);
  await Promise.race([promise, aborted]);
  signal.removeEventListener('abort', onAbort);
  signal.throwIfAborted();
}

const STREAMED_ROWS = 2000;
let streams = 0;

/** Streams a query with a cursor, which lasts as long as the transaction. */
function createStream(query: Reader['query']): Reader['stream'] {
  return async function* <Row>(compiled: CompiledQuery<Row>, options: QueryOptions) {
    streams += 1;
    const cursor = `streamed_${streams}`;
    const run = <Found>(sql: string, parameters: readonly unknown[] = []) =>
      query<Found>({ ...(compiled as CompiledQuery<never>), sql, parameters }, options);
    // By default, a cursor is planned as if few of its rows were read.
    await run('set local cursor_tuple_fraction = 1');
    await run(`declare ${cursor} no scroll cursor for ${compiled.sql}`, compiled.parameters);
    for (;;) {
      const rows = await run<Row>(`fetch ${STREAMED_ROWS} from ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < STREAMED_ROWS) break;
    }
    await run(`close ${cursor}`);
  };
}

/** Ends the transaction after all of its statements, and returns the connection to the pool if it can still be used. */
async function end(opened: Opened, { isLostNow }: { isLostNow: boolean }): Promise<void> {
  const isBroken = isLostNow || opened.is_spoiled || !(await rollBack(opened.client));
  opened.client.release(isBroken || opened.is_spoiled);
}

/** Begins a transaction. With a stamp, `begun` rejects if the transaction sees another. */
async function openTransaction(pool: pg.Pool, project: number, recalled: Stamp | undefined): Promise<Opened> {
  const client = await pool.connect();
  const db = createClientDb(client, SMALL_READ_MS);
  const begin = client.query({ text: BEGIN, query_timeout: SMALL_READ_MS } as pg.QueryConfig);
  const opened: Opened = { client, begun: Promise.all([begin, requireProject(db, project)]), is_spoiled: false };
  if (recalled !== undefined) {
    opened.stamp = readStamp(db, project);
    opened.begun = Promise.all([opened.begun, requireStamp(opened.stamp, recalled)]);
  }
  // Whoever runs a statement waits for it.
  opened.begun.catch(() => {});
  return opened;
}

async function requireStamp(stamp: Promise<Stamp | null>, recalled: Stamp): Promise<void> {
  if ((await stamp) !== recalled) throw new Outdated();
}
