import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { createDb, refuseWrites, toDatabaseConnection } from '../engine-dialect.ts';
import { requireProject } from '../require-project.ts';
import type { Db } from '../schema.ts';
import type { QueryOptions, Reader, Store } from '../store.ts';
import { createHeavyRefusal, refuseStream } from '../turns.ts';
import { createClientDb, execute, rollBack, SMALL_READ_MS } from './connection.ts';
import { isLost, retryRead } from './errors.ts';
import { LISTS } from './lists.ts';
import type { Lease, Queries } from './query.ts';

const NEVER = new AbortController().signal;
/** All statements see the state at the first of them. */
const BEGIN = 'begin isolation level repeatable read, read only';

/** A reader that remembers nothing: other processes may write at any moment. Without `query`, long queries are refused. */
export function createReader(
  db: Db,
  query: Reader['query'] = createHeavyRefusal(),
  stream: Reader['stream'] = refuseStream,
): Reader {
  const reader: Reader = { db, query, stream, remember: (_key, read) => read(reader) };
  return reader;
}

/** A transaction that sees one state. */
interface Opened extends Lease {
  /** Resolves when the transaction has begun and its project is there. */
  begun: Promise<unknown>;
}

/** Reads from one state, in a transaction that begins with the first statement. */
export function createReads(pool: pg.Pool, queries: Queries): Store['read'] {
  return async (project, work, { is_heavy = false, signal = NEVER } = {}) => {
    // Whoever waits for a turn holds no connection: the others could not read meanwhile.
    const turn = { owner: project, signal };
    if (is_heavy) return queries.takeTurn(turn, () => retryRead(() => readOnce(pool, { project, work, queries })));
    return retryRead(() => readOnce(pool, { project, work }));
  };
}

interface Read<Result> {
  project: number;
  work(reader: Reader): Promise<Result>;
  /** Undefined where the work runs no long queries. */
  queries?: Queries;
}

async function readOnce<Result>(pool: pg.Pool, { project, work, queries }: Read<Result>): Promise<Result> {
  let opening: Promise<Opened> | undefined;
  let isOver = false;
  const open = async () => {
    opening ??= openTransaction(pool, project);
    const opened = await opening;
    if (isOver) throw new Error('the read is over');
    return opened;
  };
  const execution = async <Row>(query: CompiledQuery) => {
    refuseWrites(query);
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
      const { begun } = await open();
      await begun;
      // The read may be over by now.
      return queries.queryOn(await open(), compiled, options);
    });
  let isLostNow = false;
  try {
    return await work(createReader(db, query, query && createStream(query)));
  } catch (error) {
    isLostNow = isLost(error);
    throw error;
  } finally {
    isOver = true;
    // The result is there, so nobody waits for the end.
    opening?.then(
      (opened) => end(opened, { isLostNow }),
      () => {},
    );
  }
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

async function openTransaction(pool: pg.Pool, project: number): Promise<Opened> {
  const client = await pool.connect();
  const begun = Promise.all([
    client.query({ text: BEGIN, query_timeout: SMALL_READ_MS } as pg.QueryConfig),
    requireProject(createClientDb(client, SMALL_READ_MS), project),
  ]);
  // Whoever runs a statement waits for it.
  begun.catch(() => {});
  return { client, begun, is_spoiled: false };
}
