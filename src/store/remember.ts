const MAXIMUM_REMEMBERED = 10_000;

/** Counts the states of a store that only this process writes to. */
export function createRevisions() {
  let begun = 0;
  let ended = 0;
  return {
    /** The current state; null during a commit, because nobody can tell whether a reader sees it already. */
    current: (): number | null => (begun === ended ? ended : null),
    /** Runs a commit. */
    async during<Result>(commit: () => Promise<Result>): Promise<Result> {
      begun += 1;
      try {
        return await commit();
      } finally {
        ended += 1;
      }
    },
  };
}

export type Revisions = ReturnType<typeof createRevisions>;

interface Recollection<Value> {
  /** The state that is read from; null where that is unknown. */
  toRevision(): number | null;
  read(): Promise<Value>;
}

/** Remembers the results of reads, each for the one state that it was read from. */
export function createMemory() {
  const remembered = new Map<string, { revision: number; value: unknown }>();
  return async <Value>(key: string, { toRevision, read }: Recollection<Value>): Promise<Value> => {
    const revision = toRevision();
    const known = remembered.get(key);
    if (known && known.revision === revision) return known.value as Value;
    const value = await read();
    // Something may have been written during the read.
    if (revision !== null && toRevision() === revision) remembered.set(key, { revision, value });
    if (remembered.size > MAXIMUM_REMEMBERED) remembered.clear();
    return value;
  };
}

export type Memory = ReturnType<typeof createMemory>;
