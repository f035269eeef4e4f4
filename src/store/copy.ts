import { AppError } from '../errors.ts';
import {
  type CopiedSum,
  type CopiedTable,
  emptyTable,
  hasRows,
  isUnfinishedCopy,
  listCopied,
  putCopied,
  readVersion,
} from './queries/copies.ts';
import { INSTALLATION } from './queries/counters.ts';
import { countCharacters } from './row-size.ts';
import { COPIED_TABLES } from './schema.ts';
import type { Snapshot, Store, Transaction } from './store.ts';
import type { TableSum } from './table-sum.ts';

/** What is written in one transaction. */
const BATCH_ROWS = 20_000;
const BATCH_CHARACTERS = 8 * 1024 * 1024;

type Row = Record<string, unknown>;

export interface Copying {
  /** Called with the completed share, from 0 to 1. */
  onProgress(progress: number): void;
}

/**
 * Copies everything, as it is at one moment, into an empty store, and compares the two table by table. An interrupted copy
 * continues with the tables that are missing or have changed since.
 */
export async function copyStore(source: Store, target: Store, { onProgress }: Copying): Promise<CopiedSum[]> {
  await checkVersions(source, target);
  return source.snapshot(async (snapshot) => {
    const wanted = await sumTables(snapshot);
    const total = Math.max(
      1,
      [...wanted.values()].reduce((sum, { row_count }) => sum + row_count, 0),
    );
    const present = await findPresent(target, wanted);
    let done = 0;
    const advance = (rows: number) => {
      done += rows;
      onProgress(done / total);
    };
    for (const table of COPIED_TABLES) {
      const sum = wanted.get(table)!;
      if (present.has(table)) {
        advance(sum.row_count);
        continue;
      }
      await copyTable(snapshot, target, { table, sum, advance });
    }
    return listCopied(target.db);
  });
}

/** Compares a copy with the sums that were recorded when it was made. Throws if a table differs. */
export async function checkCopy(store: Store): Promise<CopiedSum[]> {
  const copied = await listCopied(store.db);
  if (copied.length === 0)
    throw new AppError('invalid_request', 'This store is not a copy: it has no checksums to compare with.');
  await store.snapshot(async (snapshot) => {
    for (const { name, is_complete, ...sum } of copied) {
      if (!is_complete)
        throw new AppError(
          'store_unavailable',
          `The copy is not finished: ${name} is missing. Run the same "overheard copy" again.`,
        );
      requireSame(name, { wanted: sum, found: await snapshot.sum(name) });
    }
  });
  return copied;
}

async function checkVersions(source: Store, target: Store): Promise<void> {
  const [from, to] = [await readVersion(source.db), await readVersion(target.db)];
  if (from === 0)
    throw new AppError('invalid_request', 'The source has no Overheard data, so there is nothing to copy.');
  if (from !== to) {
    throw new AppError(
      'invalid_request',
      `The source has schema version ${from}, but this program needs ${to}. Run "overheard migrate" on the source first.`,
    );
  }
  if (await isUnfinishedCopy(source.db)) {
    throw new AppError(
      'invalid_request',
      'The source is itself an unfinished copy. Finish it first, or copy from the original.',
    );
  }
}

async function sumTables(snapshot: Snapshot): Promise<Map<CopiedTable, TableSum>> {
  const sums = new Map<CopiedTable, TableSum>();
  for (const table of COPIED_TABLES) sums.set(table, await snapshot.sum(table));
  return sums;
}

/** The tables that an interrupted copy has already finished. Throws if the target is neither empty nor such a copy. */
async function findPresent(target: Store, wanted: Map<CopiedTable, TableSum>): Promise<Set<string>> {
  const copied = await listCopied(target.db);
  if (copied.length === 0) {
    await requireEmpty(target);
    const open = [...wanted].map(([name, sum]) => ({ name, ...sum, is_complete: false }));
    await target.write(INSTALLATION, ({ db }) => putCopied(db, open));
    return new Set();
  }
  const present = new Set<string>();
  const isFinished = copied.every(({ is_complete }) => is_complete);
  await target.snapshot(async (snapshot) => {
    for (const { name, is_complete } of copied) {
      if (is_complete && isSame(wanted.get(name as CopiedTable), await snapshot.sum(name))) present.add(name);
    }
  });
  if (isFinished && present.size < wanted.size) {
    throw new AppError(
      'duplicate',
      'The target is a finished copy that differs from the source. Choose an empty target.',
    );
  }
  return present;
}

async function requireEmpty(target: Store): Promise<void> {
  for (const table of COPIED_TABLES) {
    if (!(await hasRows(target.db, table))) continue;
    throw new AppError('duplicate', `The target is not empty: it has rows in ${table}. Choose an empty target.`);
  }
}

interface Task {
  table: CopiedTable;
  sum: TableSum;
  advance(rows: number): void;
}

async function copyTable(snapshot: Snapshot, target: Store, { table, sum, advance }: Task): Promise<void> {
  const mark = (is_complete: boolean) => ({ name: table, ...sum, is_complete });
  await target.write(INSTALLATION, async ({ db }) => {
    await putCopied(db, [mark(false)]);
    await emptyTable(db, table);
  });
  for await (const batch of toBatches(snapshot.rows(table))) {
    await target.write(INSTALLATION, ({ append }: Transaction) => append(table, batch as never));
    advance(batch.length);
  }
  requireSame(table, { wanted: sum, found: await target.snapshot((copy) => copy.sum(table)) });
  await target.write(INSTALLATION, ({ db }) => putCopied(db, [mark(true)]));
}

async function* toBatches(pieces: AsyncIterable<readonly Row[]>): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for await (const piece of pieces) {
    for (const row of piece) {
      batch.push(row);
      characters += countCharacters(row);
      if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

function isSame(wanted: TableSum | undefined, found: TableSum): boolean {
  return wanted?.row_count === found.row_count && wanted.checksum === found.checksum;
}

function requireSame(table: string, { wanted, found }: { wanted: TableSum; found: TableSum }): void {
  if (isSame(wanted, found)) return;
  const describe = (sum: TableSum) => `${sum.row_count} rows with checksum ${sum.checksum}`;
  throw new AppError(
    'store_unavailable',
    `The table ${table} differs: expected ${describe(wanted)}, found ${describe(found)}.`,
  );
}
