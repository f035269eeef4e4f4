import { type ExpressionBuilder, sql } from 'kysely';
import { DAY_MS } from '../../domain/dates.ts';
import type { Db, Schema } from '../schema.ts';

/** Sums up a project's daily changes. The store creates this work itself, so it names the kind here. */
export const COMPACTION = 'compaction';

/** Looks for brands that nobody tracks, likewise. */
export const DISCOVERY = 'discovery';

/** Has answers judged, see src/collection/judging.ts. */
export const JUDGING = 'judging';

/** Sends what waits for a webhook, see src/notifications/delivery.ts. */
export const DELIVERY = 'delivery';

/** Tells of brands that were suggested, some time after the first of them so that the others are told with it. */
export const BRAND_NEWS = 'brand-news';
export const BRAND_NEWS_AFTER_MS = 10 * 60_000;

/** Looks which metrics changed, see src/notifications/changes.ts; and sums up a week, see digest.ts there. */
export const CHANGES = 'changes';
export const DIGEST = 'digest';

/** What identifies one piece of work: its kind, and what it is about in a project (a run, say; 0: the project itself). */
export interface WorkKey {
  project: number;
  kind: string;
  subject: number;
}

export interface DueWork extends WorkKey {
  /** How often it has failed in a row. */
  attempts: number;
}

/** Who holds a piece of work, and for how long unless they renew it. */
export interface Claim {
  holder: string;
  seconds: number;
}

const NEVER = '1970-01-01T00:00:00.000Z';

/** Leases use the store's own clock, so the clocks of processes need not agree. */
function inSeconds(seconds: number) {
  return sql<string>`current_timestamp + ${sql.lit(seconds)} * interval '1 second'`;
}

function ofKey(db: Db, { project, kind, subject }: WorkKey) {
  return db.updateTable('work').where('project', '=', project).where('kind', '=', kind).where('subject', '=', subject);
}

/** Adds a piece of work, due at once unless a time is given; what is there already stays as it is. */
export async function addWork(
  db: Db,
  { project, kind, subject }: WorkKey,
  { due_at, claim }: { due_at?: Date; claim?: Claim } = {},
): Promise<void> {
  await db
    .insertInto('work')
    .values({
      project,
      kind,
      subject,
      holder: claim?.holder ?? '',
      lease_until: claim ? inSeconds(claim.seconds) : NEVER,
      due_at: due_at?.toISOString() ?? NEVER,
      attempts: 0,
      last_error: null,
    })
    .onConflict((conflict) => conflict.columns(['project', 'kind', 'subject']).doNothing())
    .execute();
}

export async function isThere(db: Db, { project, kind, subject }: WorkKey): Promise<boolean> {
  const found = await db
    .selectFrom('work')
    .select('subject')
    .where('project', '=', project)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return found !== undefined;
}

/** Adds a piece of work that is due at once, or makes it due if it is there already. */
export async function wakeWork(db: Db, { project, kind, subject }: WorkKey): Promise<void> {
  await addWork(db, { project, kind, subject });
  await hastenWork(db, { project, kind, subject });
}

/** Makes a piece of work due at once if it is there. */
export async function hastenWork(db: Db, key: WorkKey): Promise<void> {
  await ofKey(db, key).set({ due_at: NEVER }).where('due_at', '>', NEVER).execute();
}

/** Adds a piece of work that is due at this time, or makes it due then if it is there already. */
export async function putOff(db: Db, key: WorkKey, due_at: Date): Promise<void> {
  await addWork(db, key, { due_at });
  await ofKey(db, key).set({ due_at: due_at.toISOString(), attempts: 0 }).execute();
}

/** When to look at work again that is due at this time: after a day at the latest. */
export function toNextLook(due_at: Date, now: Date): Date {
  return new Date(Math.min(due_at.getTime(), now.getTime() + DAY_MS));
}

/** Nothing is put off for more than two days: a clock that was wrong has done it. */
function isDue(now: Date) {
  const impossible = new Date(now.getTime() + 2 * DAY_MS);
  return (work: ExpressionBuilder<Schema, 'work'>) =>
    work.or([work('due_at', '<=', now.toISOString()), work('due_at', '>', impossible.toISOString())]);
}

/** Work of these kinds that is due and that nobody holds; what has waited longest comes first. */
export async function listDueWork(
  db: Db,
  { kinds, now, limit }: { kinds: readonly string[]; now: Date; limit: number },
): Promise<DueWork[]> {
  if (kinds.length === 0) return [];
  return db
    .selectFrom('work')
    .select(['project', 'kind', 'subject', 'attempts'])
    .where('kind', 'in', kinds)
    .where(isDue(now))
    .where('lease_until', '<=', sql<string>`current_timestamp`)
    .orderBy('lease_until')
    .orderBy('due_at')
    .orderBy('project')
    .orderBy('kind')
    .orderBy('subject')
    .limit(limit)
    .execute();
}

/** How many pieces of each kind wait for a worker, are held by one, or have failed and are going to be tried again. */
export async function countWork(
  db: Db,
  now: Date,
): Promise<{ kind: string; waiting: number; held: number; failing: number }[]> {
  const isHeld = sql`lease_until > current_timestamp`;
  const { rows } = await sql<{ kind: string; waiting: number; held: number; failing: number }>`
    select kind, count(*) filter (where due_at <= ${now.toISOString()}::timestamptz and not ${isHeld}) as waiting,
      count(*) filter (where ${isHeld}) as held, count(*) filter (where attempts > 0) as failing
    from work group by kind order by kind`.execute(db);
  return rows;
}

/** Claims due work; false if somebody else was first, or it is done. */
export async function claimWork(
  db: Db,
  key: WorkKey,
  { now, claim: { holder, seconds } }: { now: Date; claim: Claim },
): Promise<boolean> {
  const { numUpdatedRows } = await ofKey(db, key)
    .set({ holder, lease_until: inSeconds(seconds) })
    .where(isDue(now))
    .where('lease_until', '<=', sql<string>`current_timestamp`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Holds claimed work for longer; false if it is done, or somebody else holds it now. */
export async function renewWork(db: Db, key: WorkKey, { holder, seconds }: Claim): Promise<boolean> {
  const { numUpdatedRows } = await ofKey(db, key)
    .set({ lease_until: inSeconds(seconds) })
    .where('holder', '=', holder)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export interface Release {
  holder: string;
  due_at: Date;
  /** 0 after a success. */
  attempts: number;
  last_error: string | null;
}

/** Lets go of claimed work until it is due again. */
export async function releaseWork(
  db: Db,
  key: WorkKey,
  { holder, due_at, attempts, last_error }: Release,
): Promise<void> {
  await ofKey(db, key)
    .set({ holder: '', lease_until: inSeconds(0), due_at: due_at.toISOString(), attempts, last_error })
    .where('holder', '=', holder)
    .execute();
}

export async function removeWork(db: Db, { project, kind, subject }: WorkKey): Promise<void> {
  await db
    .deleteFrom('work')
    .where('project', '=', project)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();
}

/** The kinds of work that a project has. */
export async function listKinds(db: Db, project: number): Promise<Set<string>> {
  const rows = await db.selectFrom('work').select('kind').where('project', '=', project).distinct().execute();
  return new Set(rows.map(({ kind }) => kind));
}

/** Ends every lease. Only right where one process alone has the store: whoever held one is gone. */
export async function endLeases(db: Db): Promise<void> {
  await db.updateTable('work').set({ holder: '', lease_until: NEVER }).execute();
}
