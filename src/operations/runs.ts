import { type Static, type TSchema, Type } from 'typebox';
import { RUN_KINDS } from '../background/kinds.ts';
import { toDollars } from '../domain/money.ts';
import { List, Nullable, Paging, Strict, toList } from '../domain/paging.ts';
import { Run as AnyRun, RUN_STATES } from '../domain/run.ts';
import { OneOf } from '../domain/schema.ts';
import { notFound } from '../errors.ts';
import { findCatalog } from '../store/queries/models.ts';
import { findRunById, listRuns, type StoredRun } from '../store/queries/runs.ts';
import { type RunTotals, readRunDetails, readTotals } from '../store/queries/task-counts.ts';
import type { Reader } from '../store/store.ts';
import type { RunResult } from '../work/run-kind.ts';
import { defineOperation } from './operation.ts';

const group = 'Runs';

/** What finished runs return: one schema for each kind that returns something. */
const results: TSchema[] = RUN_KINDS.flatMap(({ result }) => result ?? []);
const Result = Type.Unsafe<RunResult<(typeof RUN_KINDS)[number]>>(
  results.length === 1 ? results[0]! : Type.Union(results),
);

const Cost = Nullable(Type.Number({ description: 'In US dollars; null: unknown.' }));

const KINDS = RUN_KINDS.map(({ kind }) => kind);

/** A run of any kind there is. */
const Run = Strict({
  ...AnyRun.properties,
  kind: OneOf(KINDS),
  result: Nullable(Result),
  trigger: Nullable(OneOf(['schedule', 'manual'], { description: 'What started it; null unless it collects.' })),
  tasks: Nullable(
    Strict(
      {
        queued: Type.Integer(),
        running: Type.Integer(),
        done: Type.Integer(),
        failed: Type.Integer(),
        skipped: Type.Integer(),
      },
      { description: 'Number of tasks by state; null unless it collects.' },
    ),
  ),
  cost: Cost,
  due_at: Nullable(Type.String({ description: 'The time of the schedule that it belongs to.' })),
});

const DetailedRun = Strict({
  ...Run.properties,
  channels: Type.Array(
    Strict({
      id: Type.String(),
      total: Type.Integer({ description: 'Number of tasks that are made for it.' }),
      done: Type.Integer(),
      failed: Type.Integer(),
      cost: Cost,
      input_tokens: Type.Integer(),
      output_tokens: Type.Integer(),
    }),
  ),
  failures: Type.Array(Strict({ reason: Type.String(), count: Type.Integer(), example: Nullable(Type.String()) }), {
    description: 'Why tasks failed, most frequent first.',
  }),
});

export const runOperations = [
  defineOperation({
    id: 'list_runs',
    method: 'GET',
    path: '/runs',
    group,
    summary: 'List Runs',
    tool: 'Work in the background: collection, re-analysis, imports, with its progress.',
    description: 'Background work of every kind, newest first.',
    scope: 'project',
    right: 'read',
    input: {
      ...Paging,
      kind: Type.Optional(OneOf(KINDS)),
      state: Type.Optional(OneOf(RUN_STATES)),
    },
    output: List(Run),
    handle: async ({ reader: { db }, project, input: { kind, state, ...page } }) => {
      const { data, total } = await listRuns(db, project, {
        ...(kind === undefined ? {} : { kind }),
        ...(state === undefined ? {} : { state }),
        page,
      });
      const totals = await readTotals(
        db,
        project,
        data.map(({ run }) => run),
      );
      return toList({ data: data.map((run) => toRun(run, totals.get(run.run))), total });
    },
  }),
  defineOperation({
    id: 'get_run',
    method: 'GET',
    path: '/runs/{id}',
    group,
    summary: 'Get Run',
    tool: 'One piece of background work, with its progress and result.',
    scope: 'project',
    right: 'read',
    input: { id: Type.String() },
    output: DetailedRun,
    handle: async ({ reader, project, input }) => {
      const run = await findRunById(reader.db, project, input.id);
      if (!run) throw notFound('run');
      return toDetailedRun(reader, project, run);
    },
  }),
];

async function toDetailedRun(reader: Reader, project: number, run: StoredRun): Promise<Static<typeof DetailedRun>> {
  const { totals, channels, failures } = await readRunDetails(reader.db, project, run.run);
  const catalog = await findCatalog(reader, project);
  return {
    ...toRun(run, totals),
    channels: channels.map(({ channel, cost, ...counts }) => ({
      id: catalog.get(channel).channel_id,
      ...counts,
      cost: toCost(cost),
    })),
    failures,
  };
}

/** The store keeps results as JSON of any kind of run; each was written by a step of its kind. */
function toRun({ run: _, ...run }: StoredRun, totals: RunTotals | undefined): Static<typeof Run> {
  const isCollection = run.trigger !== null;
  return {
    ...(run as Static<typeof Run>),
    tasks: isCollection ? toTasks(run, totals) : null,
    cost: toCost(totals?.cost ?? null),
  };
}

/** Tasks that are still to be made are queued too. */
function toTasks({ state, total }: Pick<StoredRun, 'state' | 'total'>, totals: RunTotals | undefined) {
  const tasks = totals?.tasks ?? { queued: 0, running: 0, done: 0, failed: 0, skipped: 0 };
  const made = Object.values(tasks).reduce((sum, count) => sum + count, 0);
  return state === 'running' ? { ...tasks, queued: tasks.queued + Math.max(0, total - made) } : tasks;
}

function toCost(billionths: number | null): number | null {
  return billionths === null ? null : toDollars(billionths);
}
