import { Type } from 'typebox';
import { RUN_KINDS } from '../background/kinds.ts';
import { List, Nullable, Paging, Strict, toList } from '../domain/paging.ts';
import { Run as AnyRun } from '../domain/run.ts';
import { notFound } from '../errors.ts';
import { findRunById, listRuns } from '../store/queries/runs.ts';
import { defineOperation } from './operation.ts';

const group = 'Runs';

/** A run of any kind there is. */
const Run = Strict({
  ...AnyRun.properties,
  kind: Type.String({ enum: RUN_KINDS.map(({ kind }) => kind) }),
  result: Nullable(toResult()),
});

/** What finished runs return: one schema for each kind that returns something. */
function toResult() {
  const results = RUN_KINDS.flatMap(({ result }) => result ?? []);
  return results.length === 1 ? results[0]! : Type.Union(results);
}

export const runOperations = [
  defineOperation({
    id: 'list_runs',
    method: 'GET',
    path: '/runs',
    group,
    summary: 'List Runs',
    description: 'Background work of any kind, newest first.',
    scope: 'project',
    right: 'read',
    status: 200,
    query: Strict(Paging),
    output: List(Run),
    handle: async ({ context, project, query }) => toList(await listRuns(context.store.db, project, query)),
  }),
  defineOperation({
    id: 'get_run',
    method: 'GET',
    path: '/runs/{id}',
    group,
    summary: 'Get Run',
    scope: 'project',
    right: 'read',
    status: 200,
    params: Strict({ id: Type.String() }),
    output: Run,
    handle: async ({ context, project, params }) => {
      const run = await findRunById(context.store.db, project, params.id);
      if (!run) throw notFound('run');
      return run;
    },
  }),
];
