import type { Page } from '../../domain/paging.ts';
import type { RunState } from '../../domain/run.ts';
import { createUuid, parseId, toId } from '../../ids.ts';
import type { Db, RunTable } from '../schema.ts';
import { nextKeys } from './counters.ts';
import { addWork, type Claim, removeWork } from './work.ts';

export type RunRow = RunTable;

/** A run as clients see it; what its result holds depends on its kind. */
export interface StoredRun {
  id: string;
  kind: string;
  state: string;
  done: number;
  total: number;
  started_at: string;
  finished_at: string | null;
  message: string;
  result: unknown;
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
    .returning('kind')
    .executeTakeFirst();
  if (finished_at && updated) await removeWork(db, { project, kind: updated.kind, subject: run });
}

/** Runs of a kind that are under way. */
export async function listRunningRuns(db: Db, project: number, kind: string): Promise<RunRow[]> {
  const rows = await db
    .selectFrom('runs')
    .selectAll()
    .where('project', '=', project)
    .where('state', '=', 'running')
    .where('kind', '=', kind)
    .orderBy('run')
    .execute();
  return rows as unknown as RunRow[];
}

/** Lets a finished run go on. */
export async function reopenRun(
  db: Db,
  project: number,
  { run, kind, plan, done, now }: { run: number; kind: string; plan: object; done: number; now: Date },
): Promise<void> {
  await db
    .updateTable('runs')
    .set({
      state: 'running',
      done,
      plan: JSON.stringify(plan),
      message: 'Started again.',
      // Its time begins anew.
      started_at: now.toISOString(),
      finished_at: null,
    })
    .where('project', '=', project)
    .where('run', '=', run)
    .execute();
  await addWork(db, { project, kind, subject: run });
}

/** The project's work of a kind that is not finished. */
export async function findUnfinishedRun(db: Db, project: number, kind: string): Promise<RunRow | undefined> {
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('project', '=', project)
    .where('state', '=', 'running')
    .where('kind', '=', kind)
    .orderBy('run')
    .executeTakeFirst();
  return row as unknown as RunRow | undefined;
}

export async function findRun(db: Db, project: number, run: number): Promise<RunRow | undefined> {
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('project', '=', project)
    .where('run', '=', run)
    .executeTakeFirst();
  return row as unknown as RunRow | undefined;
}

export async function findRunById(db: Db, project: number, id: string): Promise<StoredRun | undefined> {
  const uuid = parseId('run', id);
  if (uuid === null) return undefined;
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('project', '=', project)
    .where('id', '=', uuid)
    .executeTakeFirst();
  return row && toRun(row as unknown as RunRow);
}

/** Newest first. */
export async function listRuns(db: Db, project: number, { limit, offset }: Page) {
  const runs = db.selectFrom('runs').where('project', '=', project);
  const { total } = await runs.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await runs.selectAll().orderBy('run', 'desc').limit(limit).offset(offset).execute();
  return { data: rows.map((row) => toRun(row as unknown as RunRow)), total };
}

function toRun({ id, kind, state, done, total, started_at, finished_at, message, result }: RunRow): StoredRun {
  return {
    id: toId('run', id),
    kind,
    state,
    done,
    total,
    started_at: started_at as unknown as string,
    finished_at: finished_at as unknown as string | null,
    message,
    result: result === null ? null : JSON.parse(result),
  };
}
