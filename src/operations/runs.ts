import { type Static, type TSchema, Type } from 'typebox';
import { RUN_KINDS } from '../background/kinds.ts';
import { List, Nullable, Paging, Strict, toList } from '../domain/paging.ts';
import { Run as AnyRun } from '../domain/run.ts';
import { OneOf } from '../domain/schema.ts';
import { notFound } from '../errors.ts';
import { findRunById, listRuns, type StoredRun } from '../store/queries/runs.ts';
import type { RunResult } from '../work/run-kind.ts';
import { defineOperation } from './operation.ts';

const group = 'Runs';

/** What finished runs return: one schema for each kind that returns something. */
const results: TSchema[] = RUN_KINDS.flatMap(({ result }) => result ?? []);
const Result = Type.Unsafe<RunResult<(typeof RUN_KINDS)[number]>>(
  results.length === 1 ? results[0]! : Type.Union(results),
);

/** A run of any kind there is. */
const Run = Strict({
  ...AnyRun.properties,
  kind: OneOf(RUN_KINDS.map(({ kind }) => kind)),
  result: Nullable(Result),
});

export const runOperations = [
  defineOperation({
    id: 'list_runs',
    method: 'GET',
    path: '/runs',
    group,
    summary: 'List Runs',
    description: 'Background work of every kind, newest first.',
    scope: 'project',
    right: 'read',
    input: Paging,
    output: List(Run),
    handle: async ({ context, project, input }) => {
      const { data, total } = await listRuns(context.store.db, project, input);
      return toList({ data: data.map(toRun), total });
    },
  }),
  defineOperation({
    id: 'get_run',
    method: 'GET',
    path: '/runs/{id}',
    group,
    summary: 'Get Run',
    scope: 'project',
    right: 'read',
    input: { id: Type.String() },
    output: Run,
    handle: async ({ context, project, input }) => {
      const run = await findRunById(context.store.db, project, input.id);
      if (!run) throw notFound('run');
      return toRun(run);
    },
  }),
];

/** The store keeps results as JSON of any kind of run; each was written by a step of its kind. */
function toRun(run: StoredRun): Static<typeof Run> {
  return run as Static<typeof Run>;
}
