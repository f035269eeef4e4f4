import { createUuid } from '../../src/ids.ts';
import type { Db, TaskTable } from '../../src/store/schema.ts';

/** The first run of a project, which is under way. */
export async function addRun(db: Db, project: number): Promise<void> {
  await db
    .insertInto('runs')
    .values({
      project,
      run: 1,
      id: createUuid(),
      kind: 'collection',
      state: 'running',
      done: 0,
      total: 1,
      plan: '{}',
      message: '',
      result: null,
      started_at: '2026-01-01T00:00:00Z',
      finished_at: null,
    })
    .execute();
}

/** A task of this run. */
export function createTask(project: number, task: Partial<TaskTable>): TaskTable {
  return {
    project,
    run: 1,
    task: 0,
    id: createUuid(),
    prompt: 1,
    prompt_id: createUuid(),
    channel: 1,
    country: 1,
    replicate: 1,
    state: 'queued',
    attempts: 1,
    cuts: 0,
    reason: null,
    message: null,
    due_at: null,
    reservation: 0,
    reserved_on: null,
    cost: null,
    input_tokens: null,
    output_tokens: null,
    searches: null,
    chat: 0,
    job: null,
    ...task,
  };
}
