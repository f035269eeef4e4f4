import { type Footprint, isCommon } from './footprint.ts';
import { createKeptValues } from './kept-values.ts';

/** How many values are looked at for each that is added. */
const LOOKED_AT = 4;
/** Stands for all tables. */
const ANY = '*';
const ANYTHING = new Set([ANY]);
/** More projects than this are not told apart: that only forgets too much. */
const MAXIMUM_PROJECTS = 10_000;

/** When the rows of one table changed last, by the number of the commit. */
interface Changes {
  latest: number;
  /** By commits that were not about one project. */
  anywhere: number;
  ofProject: Map<number, number>;
}

/** Counts the commits of a store that only this process writes to, and knows which was the last to touch a table. */
export function createRevisions() {
  let begun = 0;
  let ended = 0;
  const changesOf = new Map<string, Changes>();

  function note(table: string, project: number | null): void {
    const changes = changesOf.get(table) ?? { latest: 0, anywhere: 0, ofProject: new Map() };
    changesOf.set(table, changes);
    changes.latest = begun;
    const isOfProject = project !== null && !isCommon(table);
    if (isOfProject) changes.ofProject.set(project, begun);
    if (!isOfProject || changes.ofProject.size > MAXIMUM_PROJECTS) {
      changes.anywhere = begun;
      changes.ofProject.clear();
    }
  }

  return {
    /** The last commit that everybody sees who begins to read now. They may see later ones too. */
    current: (): number => ended,
    /** The last commit that touched this, whether it has ended or not. */
    findLastChange({ project, tables }: Footprint): number {
      let last = 0;
      for (const table of tables) {
        const changes = changesOf.get(table);
        if (!changes) continue;
        const own = project === null ? changes.latest : (changes.ofProject.get(project) ?? 0);
        last = Math.max(last, own, changes.anywhere);
      }
      return last;
    },
    /** Runs a commit, which follows the one before it. */
    async during<Result>(touched: Iterable<Footprint>, commit: () => Promise<Result>): Promise<Result> {
      begun += 1;
      // Before the first reader can see it.
      for (const { project, tables } of touched) {
        for (const table of tables) note(table, project);
        if (tables.size > 0) note(ANY, project);
      }
      try {
        return await commit();
      } finally {
        ended = begun;
      }
    },
  };
}

export type Revisions = ReturnType<typeof createRevisions>;

/** A value, and what it was read from. */
export interface Traced<Value> {
  value: Value;
  from: Footprint;
}

interface Recollection<Value> {
  /** Whose rows are read; null if they may be anybody's. */
  project: number | null;
  /** The last commit that the reader sees for certain. */
  revision: number;
  /** Whether the reader sees changes that nobody else does, of something in particular or at all. */
  isChanged?: ((from?: Footprint) => boolean) | undefined;
  read(): Promise<Traced<Value>>;
}

/** A value, and the last commit that its reader saw for certain. */
interface Known extends Traced<unknown> {
  revision: number;
}

/** Remembers the results of reads until something changes that they were read from. Equal reads at the same time are one. */
export function createMemory({ findLastChange }: Revisions) {
  const remembered = createKeptValues<Known>(({ value }) => value);
  const reading = new Map<string, { revision: number; result: Promise<Known> }>();
  let looking = remembered.entries();

  /** Looks at the next few, and forgets those that nobody can find the same any more. */
  function tidy(): void {
    for (let looked = 0; looked < LOOKED_AT; looked += 1) {
      const { value, done } = looking.next();
      if (done) {
        looking = remembered.entries();
        return;
      }
      const [key, known] = value;
      if (findLastChange(known.from) > known.revision) remembered.forget(key);
    }
  }

  function keep(key: string, known: Known): void {
    remembered.keep(key, known);
    tidy();
  }

  async function recall<Value>(key: string, recollection: Recollection<Value>): Promise<Traced<Value>> {
    const { project, revision, isChanged = () => false, read } = recollection;
    /** Whether the reader would find the same. */
    const isSame = (known: Known) =>
      findLastChange(known.from) <= Math.min(known.revision, revision) && !isChanged(known.from);
    // Nobody knows yet what is being read from.
    const isUnchanged = (since: number) => findLastChange({ project, tables: ANYTHING }) <= since && !isChanged();
    for (;;) {
      const known = remembered.find(key);
      if (known && isSame(known)) return known as Traced<Value>;
      const other = reading.get(key);
      if (!other || !isUnchanged(Math.min(other.revision, revision))) break;
      // Where it fails for the other, for instance because a client left, it need not fail here: one of those who waited reads.
      const found = await other.result.catch(() => null);
      if (found && isSame(found)) return found as Traced<Value>;
      if (found) break;
    }
    const result = read().then((traced) => ({ ...traced, revision }));
    const mine = { revision, result };
    if (!isChanged()) reading.set(key, mine);
    try {
      const found = await result;
      if (isSame(found)) keep(key, found);
      return found;
    } finally {
      if (reading.get(key) === mine) reading.delete(key);
    }
  }

  return { recall, count: remembered.count };
}

export type Recall = ReturnType<typeof createMemory>['recall'];
