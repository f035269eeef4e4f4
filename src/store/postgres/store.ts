import type { CompiledQuery } from 'kysely';
import { createDb, refuseWrites, toDatabaseConnection } from '../engine-dialect.ts';
import type { Store, StoreOptions } from '../store.ts';
import { createWriteWatchers } from '../write-watchers.ts';
import { closePools, execute, openPools, type PoolSizes, type Pools, SMALL_READ_MS, withClient } from './connection.ts';
import { isLost, retry, retryRead, toOpenError, toReadable } from './errors.ts';
import { LISTS } from './lists.ts';
import { createQueries } from './query.ts';
import { createReader, createReads } from './read.ts';
import { createRequestCounts } from './request-counts.ts';
import { prepareSchema } from './schema.ts';
import { withSnapshot } from './snapshot.ts';
import { createWriter } from './transaction.ts';
import { createStatistics } from './upkeep.ts';

/** How long a server may take to start. */
const START_MS = 30_000;

/** Opens a PostgreSQL database, version 15 or newer, which any number of processes may use at once. */
export async function openPostgres(url: string, options: StoreOptions): Promise<Store> {
  const sizes = toPoolSizes(options.pool_size);
  const { writers, readers } = await openDatabase(url, { sizes, options });
  const queries = createQueries(readers, {
    places: Math.max(1, Math.floor(sizes.readers / 2)),
    timeoutMs: options.query_timeout_ms,
  });
  const statistics = createStatistics((table) => writers.query(`analyze ${table}`));
  const writer = createWriter(writers, { places: sizes.writers, onAppended: statistics.note });
  const db = createReadDb(readers);
  const watchers = createWriteWatchers();

  const write: Store['write'] = async (project, work, options) => {
    const result = await writer.write(project, work, options);
    watchers.notify();
    return result;
  };

  return {
    is_shared: true,
    ...createReader(db, queries.query),
    read: createReads(readers, queries),
    write,
    watchWork: watchers.watch,
    snapshot: async (work) => {
      try {
        return await withClient(readers, (client) => withSnapshot(client, work));
      } catch (error) {
        throw toReadable(error);
      }
    },
    writeCopy: null,
    countRequest: createRequestCounts(db, writers),
    isBusy: queries.isBusy,
    // Indexes find a project's rows wherever they lie.
    tidy: async () => false,
    ping: async () => void (await withClient(readers, (client) => client.query('select 1'))),
    close: async () => {
      queries.stop();
      await statistics.settle();
      await closePools({ writers, readers });
    },
  };
}

function toPoolSizes(total: number): PoolSizes {
  const writers = Math.max(1, Math.floor(total / 3));
  return { writers, readers: Math.max(1, total - writers) };
}

async function openDatabase(
  url: string,
  { sizes, options }: { sizes: PoolSizes; options: StoreOptions },
): Promise<Pools> {
  const patience = { forMs: START_MS, isTransient: isLost };
  try {
    const pools = await retry(() => openPools(url, { sizes, options }), patience);
    try {
      if (!options.is_read_only) await retry(() => prepareSchema(pools.writers), patience);
      return pools;
    } catch (error) {
      await closePools(pools);
      throw error;
    }
  } catch (error) {
    throw toOpenError(error);
  }
}

/** A query builder that takes a connection for each statement, and repeats the statement if the connection is lost. */
function createReadDb(readers: Pools['readers']) {
  const connection = toDatabaseConnection(async <Row>(query: CompiledQuery) => {
    refuseWrites(query);
    return retryRead(() => withClient(readers, (client) => execute<Row>(client, query, SMALL_READ_MS)));
  });
  return createDb({ acquire: async () => connection, release: () => {} }, LISTS);
}
