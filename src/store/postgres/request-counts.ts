import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../schema.ts';
import type { RequestCount, Store } from '../store.ts';
import { execute, withClient } from './connection.ts';
import { retryRead } from './errors.ts';

/** Counts requests in the database, together with those that other processes serve. */
export function createRequestCounts(db: Db, writers: pg.Pool): Store['countRequest'] {
  return async (apiKey, windowMs) => {
    const statement = sql<RequestCount>`
      insert into request_counts as c (api_key, window_end, requests)
      values (${apiKey}, clock_timestamp() + ${windowMs} * interval '1 millisecond', 1)
      on conflict (api_key) do update set
        requests = case when c.window_end <= clock_timestamp() then 1 else c.requests + 1 end,
        window_end = case when c.window_end <= clock_timestamp() then excluded.window_end else c.window_end end
      returning requests as count, ceil(extract(epoch from window_end - clock_timestamp()) * 1000)::integer as ttl_ms`;
    // Like a read, it may be repeated after a lost connection: at worst a request counts twice.
    const count = () => withClient(writers, (client) => execute<RequestCount>(client, statement.compile(db)));
    const { rows } = await retryRead(count);
    return rows[0]!;
  };
}
