import { type RawBuilder, sql } from 'kysely';
import { type GivenColumn, isInList, toGivenRows } from '../lists.ts';
import { addMoney, sumMoney } from '../money.ts';
import type { Db, TaskState, TaskTable } from '../schema.ts';

/** Names a task within its project. The run is part of it because stores keep the tasks of a run together. */
export interface TaskKey {
  run: number;
  task: number;
}

/** A task that can be asked now, with the prompt as it is at this moment. */
export interface QueuedTask
  extends TaskKey,
    Pick<
      TaskTable,
      'id' | 'prompt_id' | 'country' | 'attempts' | 'cuts' | 'reason' | 'job' | 'reservation' | 'reserved_on'
    > {
  /** Null if the prompt was deleted or archived. */
  text: string | null;
}

/** The kind of runs that have tasks. */
export const COLLECTION = 'collection';
/** The work of asking one channel of a project; its subject is the channel's key. */
export const ASKING = 'asking';

/** The runs that still ask. */
function runningRuns(project: number): RawBuilder<unknown> {
  return sql`(select run from runs where project = ${project} and kind = ${COLLECTION} and state = 'running')`;
}

/** Queued tasks of a channel that are due. Jobs come first: some providers keep results for a few minutes only. */
export async function listDueTasks(
  db: Db,
  project: number,
  { channel, now, limit }: { channel: number; now: Date; limit: number },
): Promise<QueuedTask[]> {
  const { rows } = await sql<QueuedTask>`
    select t.run, t.task, t.id, t.prompt_id, t.country, t.attempts, t.cuts, t.reason, t.job, t.reservation,
      t.reserved_on, case when p.is_archived then null else p.text end as text
    from tasks t left join prompts p on p.project = ${project} and p.prompt = t.prompt
    where t.project = ${project} and t.channel = ${channel} and t.state = 'queued'
      and t.run in ${runningRuns(project)} and (t.due_at is null or t.due_at <= ${now.toISOString()}::timestamptz)
    order by (case when t.job is null then 1 else 0 end), t.run, t.task limit ${limit}`.execute(db);
  return rows;
}

/** When the next queued task of a channel is due: null if none is queued; a time in the past means now. */
export async function findNextDue(db: Db, project: number, channel: number): Promise<Date | null> {
  const { rows } = await sql<{ next: string | null; tasks: number }>`
    select min(coalesce(due_at, timestamptz '1970-01-01 00:00:00+00')) as next, count(*) as tasks from tasks
    where project = ${project} and channel = ${channel} and state in ('queued', 'running')
      and run in ${runningRuns(project)}`.execute(db);
  const { next, tasks } = rows[0]!;
  return tasks === 0 ? null : new Date(next!);
}

/** Tasks that a process was asking when it ended. */
export async function listLeftRunning(db: Db, project: number, channel: number) {
  const { rows } = await sql<QueuedTask>`
    select run, task, id, prompt_id, country, attempts, cuts, reason, job, reservation, reserved_on, null as text
    from tasks where project = ${project} and channel = ${channel} and state = 'running'`.execute(db);
  return rows;
}

/** Marks tasks as being asked, each with what is reserved for it. Tasks that wait for a job keep their reservation. */
export async function startTasks(
  db: Db,
  project: number,
  { tasks, reservation, day }: { tasks: readonly TaskKey[]; reservation: number; day: string },
): Promise<void> {
  if (tasks.length === 0) return;
  await sql`update tasks set state = 'running', attempts = attempts + 1, due_at = null,
      reservation = case when job is null then ${reservation}::bigint else reservation end,
      reserved_on = case when job is null then ${day}::date else reserved_on end
    where project = ${project} and ${areTasks(tasks)}`.execute(db);
}

function areTasks(tasks: readonly TaskKey[]): RawBuilder<unknown> {
  const runs = [...new Set(tasks.map(({ run }) => run))];
  const keys = tasks.map(({ task }) => task);
  return sql`${isInList(sql`run`, runs, 'int')} and ${isInList(sql`task`, keys, 'int')}`;
}

/** Those of the tasks that are still being asked by whoever started these asks. */
export async function listOwned(
  db: Db,
  project: number,
  asks: readonly (TaskKey & { attempts: number; cuts: number })[],
): Promise<Set<number>> {
  if (asks.length === 0) return new Set();
  const { rows } = await sql<{ task: number; attempts: number; cuts: number }>`
    select task, attempts, cuts from tasks
    where project = ${project} and ${areTasks(asks)} and state = 'running'`.execute(db);
  const current = new Map(rows.map((row) => [row.task, row]));
  const owned = asks.filter(({ task, attempts, cuts }) => {
    const now = current.get(task);
    return now?.attempts === attempts && now.cuts === cuts;
  });
  return new Set(owned.map(({ task }) => task));
}

/** What becomes of a task after an ask, or without one. */
export interface TaskEnd extends TaskKey {
  /** The counts of the ask that ended. If the task has others, somebody else has taken it over and nothing is changed. */
  attempts: number;
  cuts: number;
  next: {
    state: TaskState;
    attempts: number;
    cuts: number;
    reason: string | null;
    message: string | null;
    due_at: Date | null;
    /** What the ask cost is added to what earlier ones did; null: unknown. */
    cost: number | null;
    input_tokens: number | null;
    output_tokens: number | null;
    searches: number | null;
    chat: number;
    job: string | null;
    /** The reservation stays, because the job that it is for goes on. */
    keeps_reservation: boolean;
  };
}

/** Ends asks. */
export async function endAsks(db: Db, project: number, ends: readonly TaskEnd[]): Promise<void> {
  if (ends.length === 0) return;
  const runs = [...new Set(ends.map(({ run }) => run))];
  await sql`
    update tasks set state = v.state, attempts = v.next_attempts, cuts = v.next_cuts, reason = v.reason,
      message = v.message, due_at = v.due_at, chat = v.chat, job = v.job,
      cost = case when v.cost is null then tasks.cost else ${addMoney(sql`coalesce(tasks.cost, 0)`, sql`v.cost`)} end,
      input_tokens = coalesce(v.input_tokens, tasks.input_tokens),
      output_tokens = coalesce(v.output_tokens, tasks.output_tokens),
      searches = coalesce(v.searches, tasks.searches),
      reservation = case when v.keeps_reservation then tasks.reservation else 0 end,
      reserved_on = case when v.keeps_reservation then tasks.reserved_on else null end
    from ${toGivenRows(ends, END_COLUMNS)} as v
    where tasks.project = ${project} and ${isInList(sql`tasks.run`, runs, 'int')} and tasks.task = v.task
      and tasks.state = 'running' and tasks.attempts = v.attempts and tasks.cuts = v.cuts`.execute(db);
}

const END_COLUMNS: Record<string, GivenColumn<TaskEnd>> = {
  task: ['int', ({ task }) => task],
  attempts: ['int', ({ attempts }) => attempts],
  cuts: ['int', ({ cuts }) => cuts],
  state: ['text', ({ next }) => next.state],
  next_attempts: ['int', ({ next }) => next.attempts],
  next_cuts: ['int', ({ next }) => next.cuts],
  reason: ['text', ({ next }) => next.reason],
  message: ['text', ({ next }) => next.message],
  due_at: ['timestamptz', ({ next }) => next.due_at?.toISOString() ?? null],
  cost: ['bigint', ({ next }) => next.cost],
  input_tokens: ['bigint', ({ next }) => next.input_tokens],
  output_tokens: ['bigint', ({ next }) => next.output_tokens],
  searches: ['int', ({ next }) => next.searches],
  chat: ['int', ({ next }) => next.chat],
  job: ['text', ({ next }) => next.job],
  keeps_reservation: ['boolean', ({ next }) => next.keeps_reservation],
};

/** Keeps the job of a task that is being asked; false if somebody else has taken it over. */
export async function keepTaskJob(
  db: Db,
  project: number,
  { run, task, attempts, cuts, job }: TaskKey & { attempts: number; cuts: number; job: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set({ job })
    .where('project', '=', project)
    .where('run', '=', run)
    .where('task', '=', task)
    .where('state', '=', 'running')
    .where('attempts', '=', attempts)
    .where('cuts', '=', cuts)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export interface QueuedFilter {
  run?: number;
  channel?: number;
  tasks?: readonly TaskKey[];
}

/** Ends queued tasks unasked, and returns how many of each run. */
export async function endQueued(
  db: Db,
  project: number,
  {
    filter: { run, channel, tasks },
    state,
    reason,
    message,
    keeps_reason = false,
  }: {
    filter: QueuedFilter;
    state: 'failed' | 'skipped';
    reason: string;
    message: string;
    /** Tasks that have failed before keep the reason of that. */
    keeps_reason?: boolean;
  },
): Promise<Map<number, number>> {
  if (tasks?.length === 0) return new Map();
  const conditions = [
    sql`project = ${project} and state = 'queued' and run in ${runningRuns(project)}`,
    ...(run === undefined ? [] : [sql`run = ${run}`]),
    ...(channel === undefined ? [] : [sql`channel = ${channel}`]),
    ...(tasks === undefined ? [] : [areTasks(tasks)]),
  ];
  const set = keeps_reason
    ? sql`reason = coalesce(reason, ${reason}), message = coalesce(message, ${message})`
    : sql`reason = ${reason}, message = ${message}`;
  // A job that nobody waits for any more may still be billed.
  const { rows } = await sql<{ run: number }>`
    update tasks set state = ${state}, ${set}, due_at = null, job = null,
      cost = case when reservation > 0 then ${addMoney(sql`coalesce(cost, 0)`, sql`reservation`)} else cost end,
      reservation = 0
    where ${sql.join(conditions, sql` and `)} returning run`.execute(db);
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(row.run, (counts.get(row.run) ?? 0) + 1);
  return counts;
}

/** Queues tasks of a run again that failed, or were skipped for a reason that may be gone; their attempts begin anew. */
export async function requeueTasks(
  db: Db,
  project: number,
  run: number,
): Promise<{ count: number; channels: number[] }> {
  const { rows } = await sql<{ channel: number }>`
    update tasks set state = 'queued', attempts = 0, cuts = 0, reason = null, message = null, due_at = null
    where project = ${project} and run = ${run}
      and (state = 'failed' or (state = 'skipped' and reason in ('budget', 'cancelled')))
    returning channel`.execute(db);
  return { count: rows.length, channels: [...new Set(rows.map(({ channel }) => channel))] };
}

/** The most that one of a channel's last answers used. */
export interface Maxima {
  input_tokens: number | null;
  output_tokens: number | null;
  searches: number | null;
  /** In billionths of a dollar. */
  cost: number | null;
}

export async function readMaxima(db: Db, project: number, channel: number): Promise<Maxima> {
  const { rows } = await sql<Maxima>`
    select max(input_tokens)::bigint as input_tokens, max(output_tokens)::bigint as output_tokens,
      max(searches)::int as searches, max(cost)::bigint as cost
    from (select input_tokens, output_tokens, searches, cost from tasks
      where project = ${project} and channel = ${channel} and state = 'done'
      order by run desc, task desc limit 100) as newest`.execute(db);
  return rows[0]!;
}

/** What a channel's last answers cost on average, in billionths of a dollar; null if that is unknown. */
export async function readAverageCost(db: Db, project: number, channel: number): Promise<number | null> {
  const { rows } = await sql<{ cost: number | null }>`
    select avg(cost)::double precision as cost from (select cost from tasks
      where project = ${project} and channel = ${channel} and state = 'done' and cost is not null
      order by run desc, task desc limit 100) as newest`.execute(db);
  return rows[0]!.cost;
}

/** What is reserved for asks in flight. */
export async function readReserved(db: Db, project: number): Promise<number> {
  const { rows } = await sql<{ reserved: number | null }>`
    select ${sumMoney(sql`reservation`)} as reserved from tasks
    where project = ${project} and reservation > 0 and run in ${runningRuns(project)}`.execute(db);
  return rows[0]!.reserved ?? 0;
}
