import { Type } from 'typebox';
import { List, Paging, toList } from '../domain/paging.ts';
import { Run } from '../domain/run.ts';
import { notFound } from '../errors.ts';
import { findRunById, listRuns } from '../store/queries/runs.ts';
import { defineOperation } from './operation.ts';

const group = 'Runs';

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
    handle: async ({ context, project, input }) => toList(await listRuns(context.store.db, project, input)),
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
      return run;
    },
  }),
];
