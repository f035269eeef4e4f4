import { sql } from 'kysely';
import { createKeptValues } from '../kept-values.ts';
import { COMMON_TABLES, type Db, STORE_TABLES } from '../schema.ts';

/** Says what a project's rows, its own row and the models of its company are like: with the same stamp, they are the same. */
export type Stamp = string;

/** Common tables whose rows are part of the stamp: few of them concern a project. */
const STAMPED = new Set<string>(['projects', 'models']);
const UNSTAMPED = new Set<string>([...COMMON_TABLES, ...STORE_TABLES].filter((table) => !STAMPED.has(table)));

/**
 * The stamp of what this connection sees; null for a project that does not exist, or that nothing was written to. Every write
 * to a project leaves a new token in the row that its writers wait for, in the same transaction. In a cluster, what is read after
 * the stamp is at least as new: each part is read where the rows that it stands for are.
 */
export async function readStamp(db: Db, project: number): Promise<Stamp | null> {
  const [tokens, commons] = await Promise.all([
    sql<{ token: string | null }>`select token::text as token from project_locks where project = ${project}`.execute(
      db,
    ),
    sql<{ common: string }>`
      select md5(p::text) || coalesce((select md5(string_agg(m::text, ',' order by m.model)) from models m
        where m.company = p.company), '') as common
      from projects p where p.project = ${project}`.execute(db),
  ]);
  const token = tokens.rows[0]?.token;
  const common = commons.rows[0]?.common;
  return token && common ? `${token} ${common}` : null;
}

/** Whether a stamp changes with all of these tables. */
export function areStamped(tables: Iterable<string>): boolean {
  for (const table of tables) if (UNSTAMPED.has(table)) return false;
  return true;
}

/** Remembers the results of reads, each for one stamp, and knows which are being read. */
export function createRecollections() {
  const remembered = createKeptValues<{ stamp: Stamp; value: unknown }>(({ value }) => value);
  const reading = new Map<string, { stamp: Stamp; ended: Promise<void> }>();

  return {
    find<Value>(key: string, stamp: Stamp): { value: Value } | undefined {
      const known = remembered.find(key);
      return known?.stamp === stamp ? (known as { stamp: Stamp; value: Value }) : undefined;
    },
    keep: (key: string, stamp: Stamp, value: unknown): void => remembered.keep(key, { stamp, value }),
    /** Resolves when somebody else who is reading the same has it or failed; undefined if nobody is. */
    findReading(key: string, stamp: Stamp): Promise<void> | undefined {
      const other = reading.get(key);
      return other?.stamp === stamp ? other.ended : undefined;
    },
    /** Others may wait until the result is called. */
    beginReading(key: string, stamp: Stamp): () => void {
      let resolve = () => {};
      const ended = new Promise<void>((onEnd) => {
        resolve = onEnd;
      });
      const mine = { stamp, ended };
      reading.set(key, mine);
      return () => {
        if (reading.get(key) === mine) reading.delete(key);
        resolve();
      };
    },
  };
}

export type Recollections = ReturnType<typeof createRecollections>;
