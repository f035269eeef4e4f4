import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOfRoute } from '../../../src/client/routes.ts';
import { ask } from '../../api/client.ts';

/** How often the progress of a run is fetched. */
export const POLL_RUNNING_MS = 2000;

export const secretsQuery = (project: string) =>
  queryOptions({
    queryKey: ['project', project, 'GET /secrets'],
    queryFn: async ({ signal }) => (await ask('GET /secrets', { project_id: project }, { signal })).data,
  });

export const presetsQuery = (project: string) =>
  queryOptions({
    queryKey: ['project', project, 'GET /model-channels/presets'],
    queryFn: async ({ signal }) => (await ask('GET /model-channels/presets', { project_id: project }, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The newest runs that collect answers. They are polled while one of them is running. */
export const collectionRunsQuery = (project: string, limit: number) =>
  queryOptions({
    queryKey: ['project', project, 'GET /runs', 'collection', limit],
    queryFn: ({ signal }) => ask('GET /runs', { project_id: project, kind: 'collection', limit }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((run) => run.state === 'running') ? POLL_RUNNING_MS : false),
  });

/** One run, polled while it is running. */
export const runQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['project', project, 'GET /runs/{id}', id],
    queryFn: ({ signal }) => ask('GET /runs/{id}', { id, project_id: project }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_RUNNING_MS : false),
  });

type Basket = Omit<InputOfRoute<'POST /runs/estimate'>, 'project_id'>;

/** How much a run would ask, and what that would cost. */
export const estimateQuery = (project: string, basket: Basket) =>
  queryOptions({
    queryKey: ['project', project, 'POST /runs/estimate', basket],
    queryFn: ({ signal }) => ask('POST /runs/estimate', { project_id: project, ...basket }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
