import { createDb } from '../engine-dialect.ts';
import { createLock } from '../lock.ts';
import type { Memory, Revisions } from '../remember.ts';
import { requireProject } from '../require-project.ts';
import type { Store } from '../store.ts';
import { createHeavyRefusal } from '../turns.ts';
import type { Connection, Readers } from './connection.ts';
import { LISTS } from './lists.ts';
import type { Queries } from './query.ts';

/** TRICKY: a transaction sees the state at its first access to the database, not at `begin`; this is the cheapest access. */
const BEGIN = 'begin transaction; select txid_current()';

interface ReadsOptions {
  queries: Queries;
  revisions: Revisions;
  recall: Memory;
}

/** A transaction that sees one state. */
interface Opened {
  connection: Connection;
  /** The state that it sees; null if something was committed while it began. */
  revision: number | null;
}

/** Reads from one state, in a transaction that begins with the first statement. */
export function createReads(readers: Readers, { queries, ...options }: ReadsOptions) {
  const ending = new Set<Promise<void>>();

  const read: Store['read'] = async (project, work, { is_heavy = false } = {}) => {
    const statements = createLock();
    let opening: Promise<Opened> | undefined;
    let isOver = false;
    const open = () => {
      opening ??= openTransaction(readers, { project, ...options });
      return opening;
    };
    // Statements may be started side by side, but a prepared statement has one set of parameters.
    const source = {
      acquire: async () => {
        const { connection } = await open();
        await statements.acquire();
        if (!isOver) return connection;
        statements.release();
        throw new Error('the read is over');
      },
      release: () => statements.release(),
    };
    const db = createDb(source, LISTS);
    const end = async ({ connection }: Opened) => {
      isOver = true;
      // Work that failed may have left a statement behind.
      await statements.acquire();
      statements.release();
      await readers.rollBack(connection);
    };
    try {
      return await work({
        db,
        query: is_heavy ? queries.on(source) : createHeavyRefusal(),
        remember: async (key, read) => {
          const { revision } = await open();
          return options.recall(key, { toRevision: () => revision, read: () => read(db) });
        },
      });
    } finally {
      if (opening) {
        // The result is there, so nobody waits for the end. A transaction that did not open has ended itself.
        const ended = opening.then(end, () => {}).finally(() => ending.delete(ended));
        ending.add(ended);
      }
    }
  };

  return {
    read,
    /** Waits for the transactions whose work is done. */
    settle: () => Promise.all(ending),
  };
}

async function openTransaction(
  readers: Readers,
  { project, revisions, recall }: Omit<ReadsOptions, 'queries'> & { project: number },
): Promise<Opened> {
  const connection = await readers.acquire();
  try {
    const before = revisions.current();
    await connection.native.run(BEGIN);
    const revision = revisions.current() === before ? before : null;
    const db = createDb({ acquire: async () => connection, release: () => {} }, LISTS);
    const read = () => requireProject(db, project);
    await recall(`there is project ${project}`, { toRevision: () => revision, read });
    return { connection, revision };
  } catch (error) {
    await readers.rollBack(connection);
    throw error;
  }
}
