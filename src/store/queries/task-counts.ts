import { sql } from 'kysely';
import { isInList } from '../lists.ts';
import { sumMoney } from '../money.ts';
import type { Db, TaskState } from '../schema.ts';
import { ASKING } from './tasks.ts';

/** Tasks of a run by state; those skipped for the budget apart from other skipped ones. */
export type TaskCounts = Record<TaskState | 'budget', number>;

export async function countTasks(db: Db, project: number, run: number): Promise<TaskCounts> {
  const { rows } = await sql<{ state: TaskState | 'budget'; tasks: number }>`
    select case when state = 'skipped' and reason = 'budget' then 'budget' else state end as state, count(*) as tasks
    from tasks where project = ${project} and run = ${run} group by 1`.execute(db);
  const counts: TaskCounts = { queued: 0, running: 0, done: 0, failed: 0, skipped: 0, budget: 0 };
  for (const { state, tasks } of rows) counts[state] = tasks;
  return counts;
}

/** Adds to the number of tasks of a run that have ended. */
export async function advanceRun(
  db: Db,
  project: number,
  { run, ended }: { run: number; ended: number },
): Promise<void> {
  if (ended === 0) return;
  await sql`update runs set done = done + ${ended}::bigint where project = ${project} and run = ${run}`.execute(db);
}

export interface RunTotals {
  tasks: Record<TaskState, number>;
  /** In billionths of a dollar; null: unknown. */
  cost: number | null;
}

/** What runs have done and cost so far. */
export async function readTotals(db: Db, project: number, runs: readonly number[]): Promise<Map<number, RunTotals>> {
  if (runs.length === 0) return new Map();
  const { rows } = await sql<{ run: number; state: TaskState; tasks: number; cost: number | null }>`
    select run, state, count(*) as tasks, ${sumMoney(sql`cost`)} as cost from tasks
    where project = ${project} and ${isInList(sql`run`, runs, 'int')} group by run, state`.execute(db);
  const totals = new Map<number, RunTotals>();
  for (const { run, ...counts } of rows) {
    const total = totals.get(run) ?? createTotals();
    totals.set(run, total);
    addTo(total, counts);
  }
  return totals;
}

export interface ChannelTotals {
  channel: number;
  total: number;
  done: number;
  failed: number;
  cost: number | null;
  input_tokens: number;
  output_tokens: number;
}

export interface FailureGroup {
  reason: string;
  count: number;
  example: string | null;
}

export interface RunDetails {
  totals: RunTotals;
  /** In the order of their keys. */
  channels: ChannelTotals[];
  /** Why tasks failed, most frequent first. */
  failures: FailureGroup[];
}

/** What a run has done so far, from one statement so that all of it fits together. */
export async function readRunDetails(db: Db, project: number, run: number): Promise<RunDetails> {
  const { rows } = await sql<{
    channel: number;
    state: TaskState;
    reason: string | null;
    tasks: number;
    cost: number | null;
    input_tokens: number;
    output_tokens: number;
    example: string | null;
  }>`
    select channel, state, reason, count(*) as tasks, ${sumMoney(sql`cost`)} as cost,
      coalesce(sum(input_tokens), 0)::bigint as input_tokens, coalesce(sum(output_tokens), 0)::bigint as output_tokens,
      min(case when state = 'failed' then message end) as example
    from tasks where project = ${project} and run = ${run}
    group by channel, state, reason order by channel, state, reason`.execute(db);
  const totals = createTotals();
  const channels = new Map<number, ChannelTotals>();
  const failures = new Map<string, FailureGroup>();
  for (const { channel, state, reason, tasks, cost, input_tokens, output_tokens, example } of rows) {
    addTo(totals, { state, tasks, cost });
    const own = channels.get(channel) ?? {
      channel,
      total: 0,
      done: 0,
      failed: 0,
      cost: null,
      input_tokens: 0,
      output_tokens: 0,
    };
    channels.set(channel, own);
    own.total += tasks;
    if (state === 'done' || state === 'failed') own[state] += tasks;
    own.cost = addCosts(own.cost, cost);
    own.input_tokens += input_tokens;
    own.output_tokens += output_tokens;
    if (state !== 'failed' || reason === null) continue;
    const group = failures.get(reason) ?? { reason, count: 0, example };
    failures.set(reason, { ...group, count: group.count + tasks });
  }
  return {
    totals,
    channels: [...channels.values()],
    failures: [...failures.values()].sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
  };
}

function createTotals(): RunTotals {
  return { tasks: { queued: 0, running: 0, done: 0, failed: 0, skipped: 0 }, cost: null };
}

function addTo(
  totals: RunTotals,
  { state, tasks, cost }: { state: TaskState; tasks: number; cost: number | null },
): void {
  totals.tasks[state] += tasks;
  totals.cost = addCosts(totals.cost, cost);
}

function addCosts(first: number | null, second: number | null): number | null {
  return second === null ? first : (first ?? 0) + second;
}

/** Tasks that wait to be asked, in all projects, by the kind of their channel. */
export async function countQueuedByKind(db: Db): Promise<{ kind: string; tasks: number }[]> {
  const asked = await db.selectFrom('work').select('project').distinct().where('kind', '=', ASKING).execute();
  const counts = new Map<string, number>();
  for (const { project } of asked) {
    const { rows } = await sql<{ ask: string | null; tasks: number }>`
      select s.ask, count(*) as tasks from tasks t
        join runs r on r.project = ${project} and r.run = t.run and r.state = 'running'
        left join channel_settings s on s.project = ${project} and s.channel = t.channel
      where t.project = ${project} and t.state = 'queued' group by s.ask`.execute(db);
    for (const { ask, tasks } of rows) {
      const kind = ask === null ? 'none' : (JSON.parse(ask) as { kind: string }).kind;
      counts.set(kind, (counts.get(kind) ?? 0) + tasks);
    }
  }
  return [...counts].map(([kind, tasks]) => ({ kind, tasks }));
}
