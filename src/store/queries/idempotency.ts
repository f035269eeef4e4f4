import type { Db } from '../schema.ts';

/** Two requests are the same attempt if all of these are equal. */
export interface Attempt {
  project: number;
  api_key: number;
  path: string;
  idempotency_key: string;
}

const KEPT_MS = 24 * 60 * 60 * 1000;

/** The first response to the attempt, while it is kept. */
export async function findFirstAnswer(db: Db, attempt: Attempt, now: Date) {
  return db
    .selectFrom('idempotency')
    .select(['body_hash', 'response'])
    .where('project', '=', attempt.project)
    .where('api_key', '=', attempt.api_key)
    .where('path', '=', attempt.path)
    .where('idempotency_key', '=', attempt.idempotency_key)
    .where('created_at', '>', new Date(now.getTime() - KEPT_MS).toISOString())
    .executeTakeFirst();
}

/** Keeps the first response to an attempt. */
export async function keepFirstAnswer(
  db: Db,
  attempt: Attempt,
  { body_hash, response, now }: { body_hash: string; response: string; now: Date },
): Promise<void> {
  const columns = { body_hash, response, created_at: now.toISOString() };
  await db
    .insertInto('idempotency')
    .values({ ...attempt, ...columns })
    .onConflict((conflict) => conflict.columns(['project', 'api_key', 'path', 'idempotency_key']).doUpdateSet(columns))
    .execute();
}

/** Deletes a project's responses that are too old. */
export async function forgetOldAnswers(db: Db, project: number, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('project', '=', project)
    .where('created_at', '<', new Date(now.getTime() - KEPT_MS).toISOString())
    .execute();
}
