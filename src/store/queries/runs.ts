import type { Selectable } from 'kysely';
import type { Page } from '../../domain/paging.ts';
import type { RunState } from '../../domain/run.ts';
import { createUuid, parseId, toId } from '../../ids.ts';
import type { Db, RunTable } from '../schema.ts';
import { nextKeys } from './counters.ts';
import { emitEvent } from './outbox.ts';
import { addWork, CHANGES, type Claim, hastenWork, removeWork } from './work.ts';

/** The kind of a run that takes answers in. */
export const IMPORT = 'import';

/** Longer messages are cut in events. */
const MAX_MESSAGE = 500;

export type RunRow = Selectable<RunTable>;

/** A run as clients see it; what its result holds depends on its kind. */
export interface StoredRun {
  run: number;
  id: string;
  kind: string;
  state: string;
  done: number;
  total: number;
  started_at: string;
  finished_at: string | null;
  message: string;
  result: unknown;
  trigger: string | null;
  due_at: string | null;
}

export interface NewRun {
  kind: string;
  total: number;
  /** What the work needs to go on after a break. */
  plan: object;
  message: string;
  now: Date;
  /** Who works on it from the start; without it, the first worker that looks. */
  claim?: Claim;
  /** Who started it, where that is kept. */
  trigger?: string;
  /** The time of the schedule that it belongs to. */
  due_at?: Date | null;
}

export async function insertRun(
  db: Db,
  project: number,
  { kind, total, plan, message, now, claim, trigger, due_at }: NewRun,
) {
  const run = await nextKeys(db, project, 'run');
  const id = createUuid();
  await db
    .insertInto('runs')
    .values({
      project,
      run,
      id,
      kind,
      state: 'running',
      done: 0,
      total,
      plan: JSON.stringify(plan),
      message,
      result: null,
      started_at: now.toISOString(),
      finished_at: null,
      trigger: trigger ?? null,
      due_at: due_at?.toISOString() ?? null,
    })
    .execute();
  await addWork(db, { project, kind, subject: run }, claim ? { claim } : {});
  return { run, id: toId('run', id) };
}

export interface RunUpdate {
  state?: RunState;
  done?: number;
  total?: number;
  plan?: object;
  message?: string;
  result?: object;
  finished_at?: Date;
}

export async function updateRun(
  db: Db,
  project: number,
  { run, update: { plan, result, finished_at, ...rest } }: { run: number; update: RunUpdate },
): Promise<void> {
  const updated = await db
    .updateTable('runs')
    .set({
      ...rest,
      ...(plan ? { plan: JSON.stringify(plan) } : {}),
      ...(result ? { result: JSON.stringify(result) } : {}),
      ...(finished_at ? { finished_at: finished_at.toISOString() } : {}),
    })
    .where('project', '=', project)
    .where('run', '=', run)
    .returning(['id', 'kind', 'state', 'message', 'done', 'total'])
    .executeTakeFirst();
  if (!finished_at || !updated) return;
  await removeWork(db, { project, kind: updated.kind, subject: run });
  await tellOfEnd(db, project, { run: updated, now: finished_at });
}

type EndedRun = Pick<RunRow, 'id' | 'kind' | 'state' | 'message' | 'done' | 'total'>;

/** Tells webhooks that a run ended; somebody waits in front of a preview. */
async function tellOfEnd(db: Db, project: number, { run, now }: { run: EndedRun; now: Date }): Promise<void> {
  const { id, kind, state, message, done, total } = run;
  if (kind === 'preview') return;
  const hasFailed = state === 'failed' || state === 'missed';
  await emitEvent(db, project, {
    kind: hasFailed ? 'run_failed' : kind === 'extraction' ? 'extraction_finished' : 'run_finished',
    data: { run: { id: toId('run', id), kind, state, message: message.slice(0, MAX_MESSAGE), done, total } },
    now,
  });
  // Changes are looked for when the day's answers are there.
  if (kind === 'collection') await hastenWork(db, { project, kind: CHANGES, subject: 0 });
}

/** Records a run that never had anything to do. */
export async function insertFinishedRun(
  db: Db,
  project: number,
  {
    kind,
    state,
    trigger,
    due_at,
    message,
    now,
  }: { kind: string; state: RunState; trigger: string; due_at: Date; message: string; now: Date },
): Promise<void> {
  const run = await nextKeys(db, project, 'run');
  const id = createUuid();
  await db
    .insertInto('runs')
    .values({
      project,
      run,
      id,
      kind,
      state,
      done: 0,
      total: 0,
      plan: '{}',
      message,
      result: null,
      started_at: now.toISOString(),
      finished_at: now.toISOString(),
      trigger,
      due_at: due_at.toISOString(),
    })
    .execute();
  await tellOfEnd(db, project, { run: { id, kind, state, message, done: 0, total: 0 }, now });
}

/** Whether a run was started for this time of the schedule. */
export async function hasRunOf(
  db: Db,
  project: number,
  { kind, due_at }: { kind: string; due_at: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('run')
    .where('project', '=', project)
    .where('kind', '=', kind)
    .where('due_at', '=', due_at.toISOString())
    .where('state', '<>', 'missed')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a collection run has ended since this time, and none is under way. */
export async function hasFinishedRun(db: Db, project: number, since: Date): Promise<boolean> {
  const rows = await db
    .selectFrom('runs')
    .select('state')
    .where('project', '=', project)
    .where('kind', '=', 'collection')
    .where((run) => run.or([run('finished_at', '>=', since.toISOString()), run('state', '=', 'running')]))
    .execute();
  return rows.length > 0 && rows.every(({ state }) => state !== 'running');
}

/** Runs of a kind that are under way. */
export async function listRunningRuns(db: Db, project: number, kind: string): Promise<RunRow[]> {
  return db
    .selectFrom('runs')
    .selectAll()
    .where('project', '=', project)
    .where('state', '=', 'running')
    .where('kind', '=', kind)
    .orderBy('run')
    .execute();
}

/** Lets a finished run go on. */
export async function reopenRun(
  db: Db,
  project: number,
  { run, kind, plan, done }: { run: number; kind: string; plan: object; done: number },
): Promise<void> {
  await db
    .updateTable('runs')
    .set({
      state: 'running',
      done,
      plan: JSON.stringify(plan),
      message: 'Started again.',
      finished_at: null,
    })
    .where('project', '=', project)
    .where('run', '=', run)
    .execute();
  await addWork(db, { project, kind, subject: run });
}

/** The project's work of a kind that is not finished. */
export async function findUnfinishedRun(db: Db, project: number, kind: string): Promise<RunRow | undefined> {
  return db
    .selectFrom('runs')
    .selectAll()
    .where('project', '=', project)
    .where('state', '=', 'running')
    .where('kind', '=', kind)
    .orderBy('run')
    .executeTakeFirst();
}

export async function findRun(db: Db, project: number, run: number): Promise<RunRow | undefined> {
  return db.selectFrom('runs').selectAll().where('project', '=', project).where('run', '=', run).executeTakeFirst();
}

export async function findRunByUuid(db: Db, project: number, uuid: string): Promise<RunRow | undefined> {
  return db.selectFrom('runs').selectAll().where('project', '=', project).where('id', '=', uuid).executeTakeFirst();
}

export async function findRunById(db: Db, project: number, id: string): Promise<StoredRun | undefined> {
  const uuid = parseId('run', id);
  const row = uuid === null ? undefined : await findRunByUuid(db, project, uuid);
  return row && toRun(row);
}

/** Newest first. */
export async function listRuns(
  db: Db,
  project: number,
  { kind, state, page: { limit, offset } }: { kind?: string; state?: string; page: Page },
) {
  const runs = db
    .selectFrom('runs')
    .where('project', '=', project)
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind!))
    .$if(state !== undefined, (rows) => rows.where('state', '=', state!));
  const { total } = await runs.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await runs.selectAll().orderBy('run', 'desc').limit(limit).offset(offset).execute();
  return { data: rows.map(toRun), total };
}

function toRun({ run, id, kind, state, done, total, started_at, finished_at, message, ...row }: RunRow): StoredRun {
  return {
    run,
    id: toId('run', id),
    kind,
    state,
    done,
    total,
    started_at,
    finished_at,
    message,
    result: row.result === null ? null : JSON.parse(row.result),
    trigger: row.trigger,
    due_at: row.due_at,
  };
}
