import type { DuckDBConnection } from '@duckdb/node-api';

/** A load is large once it has written this many rows. */
const LARGE_LOAD_ROWS = 50_000;
const LOAD_MEMORY_MB = 128;
/** In bytes: less than this can be read from the file again in a few hundredths of a second. */
const CHEAP_TO_READ = 64 * 1024 * 1024;

/**
 * TRICKY: DuckDB keeps every block that it has read or written until it reaches its memory limit, and a checkpoint takes
 * as much as it can get. A long load would therefore fill the memory for nothing, so loads get a lower limit, and reports
 * get the configured one back. Setting the limit, even to the same value, also returns free memory to the system.
 */
export function createMemoryLimit(connection: DuckDBConnection, configured: string) {
  const forLoads = toSmallerSize(configured, LOAD_MEMORY_MB);
  let current = configured;
  let setting = Promise.resolve();
  let loadedRows = 0;
  /** How many are at work that need the configured limit. */
  let computing = 0;

  /** Sets a limit. It fails if more memory is in use than that, which does no harm. */
  const set = async (limit: string) => {
    await connection.run(`set memory_limit = '${limit}'`).catch(() => {});
  };

  /** Sets limits one after the other, in the order of the calls. */
  function setLimit(limit: string, before = async () => {}): Promise<void> {
    current = limit;
    setting = setting
      .then(before)
      .catch(() => {})
      .then(() => set(limit));
    return setting;
  }

  /**
   * TRICKY: DuckDB keeps about 450 bytes for each block that it once had in memory, up to 32,768 times for each of several kinds
   * of blocks. It forgets them where it looks for blocks to drop, as it does for a limit that cannot be kept.
   */
  async function dropBlocks(): Promise<void> {
    const result = await connection.runAndReadAll('select sum(memory_usage_bytes)::double from duckdb_memory()');
    if ((result.getRows()[0]![0] as number) < CHEAP_TO_READ) await set('1B');
  }

  /** Sets the configured limit again. */
  async function restore(): Promise<void> {
    if (current !== configured) await setLimit(configured);
  }

  return {
    noteRows(count: number): void {
      loadedRows += count;
    },
    /** Sets the limit for loads after a large load. */
    async lowerAfterLoad(): Promise<void> {
      if (loadedRows < LARGE_LOAD_ROWS || computing > 0) return;
      loadedRows = 0;
      await setLimit(forLoads);
    },
    restore,
    /** Returns memory to the system that nothing uses. For moments when nobody computes. */
    giveBack: () => setLimit(current, dropBlocks),
    /** Does the work with the configured limit. */
    async whileRestored<Result>(work: () => Promise<Result>): Promise<Result> {
      computing += 1;
      try {
        await restore();
        return await work();
      } finally {
        computing -= 1;
      }
    },
  };
}

export type MemoryLimit = ReturnType<typeof createMemoryLimit>;

/** The size, such as `2GB`, or this many megabytes if that is less. */
function toSmallerSize(size: string, megabytes: number): string {
  const isLess = Number.parseFloat(size) * (/G/.test(size) ? 1024 : 1) <= megabytes;
  return isLess ? size : `${megabytes}MB`;
}
