import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../schema.ts';
import type { RequestCount, RequestLimit, Store } from '../store.ts';
import { execute, SMALL_READ_MS, withClient } from './connection.ts';
import { retryRead } from './errors.ts';

/** Counts requests in the database, together with those that other processes serve. */
export function createRequestCounts(db: Db, writers: pg.Pool): Store['countRequest'] {
  return async (limits, windowMs) => {
    const statement = toStatement(limits, windowMs);
    // Like a read, it may be repeated after a lost connection: at worst a request counts twice.
    const count = () =>
      withClient(writers, (client) => execute<RequestCount>(client, statement.compile(db), SMALL_READ_MS));
    const { rows } = await retryRead(count);
    return rows;
  };
}

/** One statement for all limits, each of which counts only if the one before it is not exceeded. */
function toStatement(limits: readonly RequestLimit[], windowMs: number): RawBuilder<RequestCount> {
  const steps = limits.map((limit, place) => {
    const before = limits[place - 1];
    const condition = before
      ? sql`from ${sql.ref(toName(place - 1))} where requests <= ${before.maximum}::bigint`
      : sql``;
    return sql`${sql.ref(toName(place))} as (
      insert into request_counts as c (api_key, window_end, requests)
      select ${toCounter(limit)}::integer, clock_timestamp() + ${windowMs} * interval '1 millisecond', 1 ${condition}
      on conflict (api_key) do update set
        requests = case when c.window_end <= clock_timestamp() then 1 else c.requests + 1 end,
        window_end = case when c.window_end <= clock_timestamp() then excluded.window_end else c.window_end end
      returning requests, window_end)`;
  });
  const results = limits.map(
    (_, place) => sql`select ${sql.lit(place)} as place, requests, window_end from ${sql.ref(toName(place))}`,
  );
  return sql`with ${sql.join(steps)}
    select requests as count, ceil(extract(epoch from window_end - clock_timestamp()) * 1000)::integer as ttl_ms
    from (${sql.join(results, sql` union all `)}) as counted order by place`;
}

function toName(place: number): string {
  return `counted_${place}`;
}

/** TRICKY: companies share the table with API keys. Both have keys from 1 on, so those of companies are negative. */
function toCounter({ of, key }: RequestLimit): number {
  return of === 'company' ? -key : key;
}
