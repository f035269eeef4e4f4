import { resolve } from 'node:path';
import { createDb } from '../engine-dialect.ts';
import { createMemory, createRevisions } from '../remember.ts';
import type { Store, StoreOptions } from '../store.ts';
import { createWriteWatchers } from '../write-watchers.ts';
import { closeInstance, connect, createReaders, IN_MEMORY, openInstance } from './connection.ts';
import { LISTS } from './lists.ts';
import { createMemoryLimit } from './memory.ts';
import { createQueries } from './query.ts';
import { createReads } from './read.ts';
import { createRequestCounts } from './request-counts.ts';
import { prepareSchema } from './schema.ts';
import { withSnapshot, writeCopy } from './snapshot.ts';
import { createWriter } from './transaction.ts';
import { createTidying } from './upkeep.ts';

/** Opens a DuckDB file inside this process, or keeps everything in memory for the path `:memory:`. */
export async function openDuckdb(path: string, options: StoreOptions): Promise<Store> {
  const isInMemory = path === IN_MEMORY;
  const file = isInMemory ? path : resolve(path);
  const instance = await openInstance(file, options);
  const readers = createReaders(instance);
  const connection = await connect(instance);
  const control = await instance.connect();
  const memory = createMemoryLimit(control, options.memory_limit);
  const queries = createQueries({ instance, memory, timeoutMs: options.query_timeout_ms });
  const revisions = createRevisions();
  const recall = createMemory();
  const reads = createReads(readers, { queries, revisions, recall });
  const writer = createWriter(connection, { onAppended: memory.noteRows, revisions });
  const db = createDb(readers, LISTS);
  const watchers = createWriteWatchers();

  const write: Store['write'] = async (project, work) => {
    try {
      const result = await writer.write(project, work);
      watchers.notify();
      return result;
    } finally {
      if (!isInMemory && !queries.isBusy()) await memory.lowerAfterLoad();
    }
  };

  const store: Store = {
    is_shared: false,
    db,
    query: queries.on(readers),
    remember: (key, read) => recall(key, { toRevision: revisions.current, read: () => read(db) }),
    read: reads.read,
    write,
    watchWrites: watchers.watch,
    snapshot: (work) => queries.onOwnConnection((own) => withSnapshot(own, work)),
    writeCopy: (copy) => queries.onOwnConnection((own) => writeCopy(own, copy)),
    countRequest: createRequestCounts(),
    isBusy: queries.isBusy,
    tidy: createTidying(db, writer.transact),
    ping: async () => void (await db.selectFrom('schema_version').select('version').limit(1).execute()),
    close: async () => {
      queries.stop();
      await writer.stop();
      await reads.settle();
      if (!isInMemory && !options.is_read_only) await connection.native.run('checkpoint');
      readers.close();
      connection.native.closeSync();
      control.closeSync();
      closeInstance(instance, file);
    },
  };
  if (options.is_read_only) return store;
  try {
    await writer.transact(prepareSchema);
  } catch (error) {
    closeInstance(instance, file);
    throw error;
  }
  return store;
}
