import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Footprint } from '../footprint.ts';
import { INSTALLATION } from '../queries/counters.ts';
import { createMemory, createRevisions } from '../remember.ts';
import type { Store, StoreOptions } from '../store.ts';
import { createWriteWatchers } from '../write-watchers.ts';
import { type CommitCount, openCommitCount } from './commit-count.ts';
import { closeInstance, connect, createReaders, IN_MEMORY, openInstance } from './connection.ts';
import { createDiskGuard, toDiskError } from './disk.ts';
import { createFilters, readNames } from './filters.ts';
import { createMemoryLimit } from './memory.ts';
import { createQueries } from './query.ts';
import { createReader, createReads } from './read.ts';
import { createRequestCounts } from './request-counts.ts';
import { prepareSchema } from './schema.ts';
import { withSnapshot, writeCopy } from './snapshot.ts';
import { createWriter, inTransaction } from './transaction.ts';
import { createTidying } from './upkeep.ts';

/** After this long without a write, there is time for what would hold up writes. */
const REST_AFTER_MS = 5000;

/** Opens a DuckDB file inside this process, or keeps everything in memory for the path `:memory:`. */
export async function openDuckdb(path: string, options: StoreOptions): Promise<Store> {
  const isInMemory = path === IN_MEMORY;
  const file = isInMemory ? path : resolve(path);
  const replayed = isInMemory ? 0 : findLogSize(file);
  const instance = await openInstance(file, options);
  const readers = createReaders(instance);
  const connection = await connect(instance);
  const control = await instance.connect();
  const memory = createMemoryLimit(control, options.memory_limit);
  const queries = createQueries({ instance, memory, timeoutMs: options.query_timeout_ms });
  const revisions = createRevisions();
  const { recall } = createMemory(revisions);
  const remembering = { revisions, recall };
  const filters = createFilters({
    read: async (names, reading) => {
      const own = await instance.connect();
      // A result that is not read to its end would keep its transaction open, unless it is rolled back.
      await inTransaction(own, () => readNames(own, names, reading)).finally(() => own.closeSync());
    },
    onFailed: (error, names) =>
      options.onNote?.({ ...names, message: String(error).slice(0, 300) }, 'names are looked up, which takes longer'),
  });
  const reads = createReads(readers, { queries, filters, ...remembering });
  const toRevision = async () => revisions.current();
  const reader = createReader(readers, { queries, ...remembering, project: INSTALLATION, toRevision });
  const commits = isInMemory ? undefined : await openCommits();
  // Settings need not wait for a checkpoint.
  const checkpoints = await instance.connect();
  const disk = createDiskGuard(checkpoints, file);
  const watchers = createWriteWatchers();
  const commit = async (touched: readonly Footprint[]) => {
    if (commits) await disk.beforeCommit();
    await revisions.during(touched, commits ? commits.commit : () => connection.native.run('commit'));
    if (touched.some(({ tables }) => tables.has('work'))) watchers.notify();
  };
  // The log has everything. A checkpoint that fails is tried again after some more commits.
  const onFailedCheckpoint = (error: unknown) =>
    options.onNote?.({ message: String(error).slice(0, 300) }, 'no checkpoint');
  const onPause = async () => {
    if (isInMemory) return;
    await disk.betweenCommits().catch(onFailedCheckpoint);
    resting.refresh();
  };
  const writer = createWriter(connection, {
    commit,
    isBusy: queries.isBusy,
    onPause,
    onAppended: memory.noteRows,
    filters,
    ...remembering,
  });
  // What was committed since the last checkpoint takes memory, and would be replayed after a crash.
  const settle = async () => {
    if (!(await disk.atRest())) return;
    // Their prepared statements go with them.
    readers.close();
    if (!queries.isBusy()) await memory.giveBack();
  };
  const resting = setTimeout(() => {
    if (queries.isBusy() || !writer.isStill()) resting.refresh();
    else void writer.whileStill(settle).catch(onFailedCheckpoint);
  }, REST_AFTER_MS).unref();
  /** Why the last write could not be stored. */
  let failure: unknown = null;

  const write: Store['write'] = async (project, work, options) => {
    const whole: typeof work = async (transaction) => {
      await options?.before?.(transaction);
      return work(transaction);
    };
    const begin: typeof work = options?.is_computing
      ? (transaction) => memory.whileRestored(() => whole(transaction))
      : whole;
    try {
      return await writer.write(project, begin, options);
    } catch (error) {
      const readable = toDiskError(error);
      if (readable !== error) failure = readable;
      throw readable;
    } finally {
      if (!isInMemory && !queries.isBusy()) await memory.lowerAfterLoad();
    }
  };

  const store: Store = {
    is_shared: false,
    ...reader,
    read: reads.read,
    write,
    watchWork: watchers.watch,
    snapshot: (work) => queries.onOwnConnection((own) => withSnapshot(own, work)),
    writeCopy: (copy) => queries.onOwnConnection((own) => writeCopy(own, copy)),
    countRequest: createRequestCounts(),
    isBusy: queries.isBusy,
    tidy: createTidying(reader.db, writer.transact),
    ping: async () => {
      if (failure !== null) {
        if (!(await disk.isUsable())) throw failure;
        // A write shows whether there is space again; an empty one is counted, so it writes too.
        await write(INSTALLATION, async () => {});
        failure = null;
      }
      await reader.db.selectFrom('schema_version').select('version').limit(1).execute();
    },
    close: async () => {
      queries.stop();
      clearTimeout(resting);
      await writer.stop();
      await reads.settle();
      if (!isInMemory && !options.is_read_only) await disk.checkpoint();
      readers.close();
      connection.native.closeSync();
      checkpoints.closeSync();
      control.closeSync();
      commits?.close();
      closeInstance(instance, file);
    },
  };
  if (replayed > 0) options.onNote?.({ file, bytes: replayed }, 'the write-ahead log was replayed');
  if (options.is_read_only) return store;
  try {
    while (await writer.transact(prepareSchema));
    // Otherwise, after the next crash, all of it would be replayed again.
    if (replayed > 0) await disk.checkpoint();
  } catch (error) {
    closeInstance(instance, file);
    throw error;
  }
  return store;

  async function openCommits(): Promise<CommitCount> {
    try {
      return await openCommitCount(connection.native, { ...options, file });
    } catch (error) {
      // Whoever looks into it should find the files as they were.
      await connection.native.run('pragma disable_checkpoint_on_shutdown');
      closeInstance(instance, file);
      throw error;
    }
  }
}

/** The size of the write-ahead log, which is replayed when the file is opened. */
function findLogSize(file: string): number {
  return statSync(`${file}.wal`, { throwIfNoEntry: false })?.size ?? 0;
}
