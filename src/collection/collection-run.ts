import { toCounted } from '../domain/counted.ts';
import { DAY_MS } from '../domain/dates.ts';
import { createUuid } from '../ids.ts';
import { nextKeys } from '../store/queries/counters.ts';
import { listPlannedPrompts, type PlannedPrompt } from '../store/queries/planned-prompts.ts';
import { findRun, insertRun, type RunRow, reopenRun, updateRun } from '../store/queries/runs.ts';
import { advanceRun, countTasks } from '../store/queries/task-counts.ts';
import { ASKING, COLLECTION, endQueued, requeueTasks } from '../store/queries/tasks.ts';
import { wakeWork } from '../store/queries/work.ts';
import type { Db, TaskTable } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';
import type { WorkKind } from '../work/kind.ts';
import type { CollectionServices } from './services.ts';

const TASKS_PER_STEP = 1000;
const MAX_RUN_MS = DAY_MS;
/** How often to look whether the last asks of a run that is over have ended. */
const LOOK_AGAIN_MS = 60_000;

/** What a run asks, and how far its tasks are made. */
export interface CollectionPlan {
  /** Keys of the prompts; null: all that are not archived. */
  prompts: number[] | null;
  channels: PlannedChannel[];
  replicates: number;
  /** The last prompt whose tasks are made. */
  last_prompt: number;
  is_planned: boolean;
  is_cancelled: boolean;
  /** When it was started, or started again: it may take a day from then on. */
  began_at: string;
}

interface PlannedChannel {
  channel: number;
  /** It is asked although it is not active, because it was named. */
  is_named: boolean;
  unsupported: number[];
}

export interface NewCollection {
  prompts: number[] | null;
  channels: PlannedChannel[];
  replicates: number;
  /** How many tasks there will be. */
  total: number;
  trigger: 'schedule' | 'manual';
  due_at: Date | null;
  now: Date;
}

/** Starts a run. Its first tasks are there at once, and the others follow in the background. */
export async function startCollection(
  transaction: Transaction,
  project: number,
  { prompts, channels, replicates, total, trigger, due_at, now }: NewCollection,
): Promise<string> {
  const plan: CollectionPlan = {
    prompts,
    channels,
    replicates,
    last_prompt: 0,
    is_planned: false,
    is_cancelled: false,
    began_at: now.toISOString(),
  };
  const message = trigger === 'schedule' ? 'Started by the schedule.' : 'Started by hand.';
  const { run, id } = await insertRun(transaction.db, project, {
    kind: COLLECTION,
    total,
    plan,
    message,
    now,
    trigger,
    due_at,
  });
  await planTasks(transaction, project, { run, plan, now });
  return id;
}

/** Makes the tasks of the next prompts. */
async function planTasks(
  transaction: Transaction,
  project: number,
  { run, plan, now }: { run: number; plan: CollectionPlan; now: Date },
): Promise<void> {
  const { db } = transaction;
  const { channels, replicates } = plan;
  const limit = Math.max(1, Math.floor(TASKS_PER_STEP / (channels.length * replicates)));
  const prompts = await listPlannedPrompts(db, project, { keys: plan.prompts, after: plan.last_prompt, limit });
  const drafts = prompts.flatMap((prompt) =>
    channels.flatMap((channel) =>
      Array.from({ length: replicates }, (_, replicate) => ({ prompt, channel, replicate: replicate + 1 })),
    ),
  );
  const first = drafts.length === 0 ? 0 : await nextKeys(db, project, 'task', drafts.length);
  const tasks = drafts.map((draft, index) => toTask(draft, { project, run, task: first + index }));
  await transaction.append('tasks', tasks);
  const skipped = tasks.filter(({ state }) => state === 'skipped').length;
  const is_planned = prompts.length < limit;
  const next = { ...plan, last_prompt: prompts.at(-1)?.prompt ?? plan.last_prompt, is_planned };
  await updateRun(db, project, { run, update: { plan: next } });
  await advanceRun(db, project, { run, ended: skipped });
  for (const { channel } of channels) await wakeWork(db, { project, kind: ASKING, subject: channel });
  if (is_planned) {
    // Prompts may have come and gone since the run was started.
    const total = sumUp(await countTasks(db, project, run));
    await updateRun(db, project, { run, update: { total } });
    await endIfThrough(db, project, { run, now });
  }
}

function toTask(
  { prompt, channel, replicate }: { prompt: PlannedPrompt; channel: PlannedChannel; replicate: number },
  key: Pick<TaskTable, 'project' | 'run' | 'task'>,
): TaskTable {
  const isUnsupported = channel.unsupported.includes(prompt.country);
  return {
    ...key,
    id: createUuid(),
    prompt: prompt.prompt,
    prompt_id: prompt.id,
    channel: channel.channel,
    country: prompt.country,
    replicate,
    state: isUnsupported ? 'skipped' : 'queued',
    attempts: 0,
    cuts: 0,
    reason: isUnsupported ? 'unsupported_country' : null,
    message: isUnsupported ? "The channel does not serve the prompt's country." : null,
    due_at: null,
    reservation: 0,
    reserved_on: null,
    cost: null,
    input_tokens: null,
    output_tokens: null,
    searches: null,
    chat: 0,
    job: null,
  };
}

function sumUp(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Counts tasks that have ended, and ends their runs where nothing is left to do. */
export async function countEnded(
  db: Db,
  project: number,
  { ended, now }: { ended: ReadonlyMap<number, number>; now: Date },
): Promise<void> {
  for (const [run, count] of ended) {
    await advanceRun(db, project, { run, ended: count });
    await endIfThrough(db, project, { run, now });
  }
}

async function endIfThrough(db: Db, project: number, { run, now }: { run: number; now: Date }): Promise<void> {
  const row = await findRun(db, project, run);
  if (row?.state !== 'running' || !readPlan(row).is_planned || row.done < row.total) return;
  const counts = await countTasks(db, project, run);
  const state = readPlan(row).is_cancelled
    ? 'cancelled'
    : counts.budget > 0
      ? 'stopped'
      : counts.failed > 0 && counts.done === 0
        ? 'failed'
        : 'done';
  await updateRun(db, project, {
    run,
    update: { state, message: describeEnd(counts, state), finished_at: now },
  });
}

function describeEnd(
  { done, failed, skipped, budget }: { done: number; failed: number; skipped: number; budget: number },
  state: string,
): string {
  const parts = [
    `${toCounted(done, 'answer')} collected`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(skipped + budget === 0 ? [] : [`${skipped + budget} skipped`]),
  ];
  const why = state === 'stopped' ? ' The budget does not allow more.' : state === 'cancelled' ? ' Cancelled.' : '';
  return `${parts.join(', ')}.${why}`;
}

export function readPlan({ plan }: Pick<RunRow, 'plan'>): CollectionPlan {
  return JSON.parse(plan);
}

/** Skips what is queued; asks in flight may end. */
export async function cancelCollection(
  db: Db,
  project: number,
  { run, now }: { run: RunRow; now: Date },
): Promise<void> {
  const ended = await endQueued(db, project, {
    filter: { run: run.run },
    state: 'skipped',
    reason: 'cancelled',
    message: 'The run was cancelled.',
  });
  const plan: CollectionPlan = { ...readPlan(run), is_planned: true, is_cancelled: true };
  const total = sumUp(await countTasks(db, project, run.run));
  const update = { plan, total, message: 'Cancelled. Waiting for the asks in flight.' };
  await updateRun(db, project, { run: run.run, update });
  await countEnded(db, project, { ended: new Map([[run.run, ended.get(run.run) ?? 0]]), now });
}

/** Queues what failed again, and what was skipped for the budget or because the run was cancelled. */
export async function retryCollection(
  db: Db,
  project: number,
  { run, now }: { run: RunRow; now: Date },
): Promise<number> {
  const { count, channels } = await requeueTasks(db, project, run.run);
  if (count === 0) return 0;
  const plan: CollectionPlan = { ...readPlan(run), is_cancelled: false, began_at: now.toISOString() };
  await reopenRun(db, project, { run: run.run, kind: COLLECTION, plan, done: run.done - count });
  for (const channel of channels) await wakeWork(db, { project, kind: ASKING, subject: channel });
  return count;
}

/** Makes the tasks of a run, and ends it after a day at the latest. */
export const collectionWork: WorkKind<CollectionServices> & { result?: never } = {
  kind: COLLECTION,
  concurrency: 4,
  step: async ({ store, now }, { project, subject: run }) =>
    store.write(project, async (transaction) => {
      const row = await findRun(transaction.db, project, run);
      if (row?.state !== 'running') return 'done';
      const plan = readPlan(row);
      if (!plan.is_planned) {
        await planTasks(transaction, project, { run, plan, now: now() });
        return 'again';
      }
      const ends = new Date(Date.parse(plan.began_at) + MAX_RUN_MS);
      if (now() < ends) return { due_at: ends };
      const ended = await endQueued(transaction.db, project, {
        filter: { run },
        state: 'failed',
        reason: 'timeout',
        message: 'The run did not finish within 24 hours.',
        keeps_reason: true,
      });
      await countEnded(transaction.db, project, { ended, now: now() });
      return { due_at: new Date(now().getTime() + LOOK_AGAIN_MS) };
    }),
};
