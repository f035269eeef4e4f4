import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { InputOfRoute, ItemOfRoute, ListRoute } from '../../src/client/routes.ts';
import { MAX_ROWS_PER_PAGE } from '../../src/domain/limits.ts';
import { ask, takeEarly } from './client.ts';
import type { Brand, Caller } from './types.ts';

/** Who is signed in. */
export const callerQuery = queryOptions({
  queryKey: ['caller'],
  queryFn: ({ signal }) => ask('GET /key', {}, { signal }),
  initialData: () => takeEarly('GET /key', {}),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The projects that the key can access: all of its company, or its own. */
export const projectsQuery = (caller: Caller) =>
  queryOptions<{ id: string; name: string }[]>({
    queryKey: ['projects'],
    queryFn: async ({ signal }) => {
      if (caller.project) return [caller.project];
      return (await ask('GET /projects', { limit: MAX_ROWS_PER_PAGE }, { signal })).data;
    },
    initialData: () => takeEarly('GET /projects', { limit: MAX_ROWS_PER_PAGE })?.data,
  });

/** Routes that list objects of a project, page by page. */
type ProjectList = Extract<ListRoute, `GET ${string}`>;

/** The whole list of a project, however many pages that takes. */
export function listQuery<Known extends ProjectList>(
  project: string,
  route: Known,
  filter: { is_archived?: boolean } = {},
) {
  const toInput = (offset: number) =>
    ({
      limit: MAX_ROWS_PER_PAGE,
      ...filter,
      ...(offset === 0 ? {} : { offset }),
      project_id: project,
    }) as InputOfRoute<Known>;
  type Page = { data: ItemOfRoute<Known>[] };
  return queryOptions({
    queryKey: ['project', project, route, filter],
    queryFn: async ({ signal }) => {
      const items: ItemOfRoute<Known>[] = [];
      while (true) {
        const { data } = (await ask<Known>(route, toInput(items.length), { signal })) as Page;
        items.push(...data);
        if (data.length < MAX_ROWS_PER_PAGE) return items;
      }
    },
    initialData: () => {
      const data = (takeEarly<Known>(route, toInput(0)) as Page | undefined)?.data;
      return data && data.length < MAX_ROWS_PER_PAGE ? data : undefined;
    },
  });
}

export const brandsQuery = (project: string) => listQuery(project, 'GET /brands');
export const promptsQuery = (project: string, is_archived = false) =>
  listQuery(project, 'GET /prompts', { is_archived });
export const topicsQuery = (project: string) => listQuery(project, 'GET /topics');
export const tagsQuery = (project: string) => listQuery(project, 'GET /tags');
export const channelsQuery = (project: string) => listQuery(project, 'GET /model-channels');
export const modelsQuery = (project: string) => listQuery(project, 'GET /models');

/** Finds the name of a channel by its ID. Answers may still have the channel of a model that was deleted. */
export function useChannelName(project: string): (id: string) => string {
  const channels = useQuery(channelsQuery(project)).data;
  return useMemo(() => {
    const names = new Map(channels?.map(({ id, name }) => [id, name]));
    return (id) => names.get(id) ?? (channels ? 'Deleted model' : '');
  }, [channels]);
}

/** When prompts are asked, and what that may cost. */
export const scheduleQuery = (project: string) =>
  queryOptions({
    queryKey: ['project', project, 'GET /schedule'],
    queryFn: ({ signal }) => ask('GET /schedule', { project_id: project }, { signal }),
  });

/** The newest answer of the project, whenever it was given; null if there is none. */
export const newestChatQuery = (project: string) =>
  queryOptions({
    queryKey: ['project', project, 'newest chat'],
    queryFn: async ({ signal }) => {
      const everything = { project_id: project, start_date: '0001-01-01', end_date: '9999-12-31' };
      return (await ask('GET /chats', { ...everything, sort: 'desc', limit: 1 }, { signal })).data[0] ?? null;
    },
  });

/** The project's name, products and markets. */
export const profileQuery = (project: string) =>
  queryOptions({
    queryKey: ['project', project, '/project-profile'],
    queryFn: async ({ signal }) => (await ask('GET /project-profile', { project_id: project }, { signal })).profile,
  });

/** Background work that is under way. */
export const runningQuery = (project: string) =>
  queryOptions({
    queryKey: ['project', project, 'GET /runs', 'running'],
    queryFn: async ({ signal }) => {
      const input = { project_id: project, state: 'running' as const, limit: 20 };
      return (await ask('GET /runs', input, { signal })).data;
    },
  });

type ReportRoute = 'POST /reports/brands' | 'POST /reports/domains' | 'POST /reports/urls';

/** A report. While another selection loads, the rows before stay in place; whoever shows them marks them as such. */
export function reportQuery<Known extends ReportRoute>(route: Known, input: InputOfRoute<Known>) {
  const { project_id } = input as { project_id?: string };
  return queryOptions({
    queryKey: ['project', project_id, route, input],
    queryFn: ({ signal }) => ask<Known>(route, input, { signal }),
    initialData: () => takeEarly<Known>(route, input),
    placeholderData: keepPreviousData,
  });
}

/** Where the own brand stands, and what changed. */
export const overviewQuery = ({ project, from, to }: { project: string; from: string; to: string }) =>
  queryOptions({
    queryKey: ['project', project, 'GET /overview', from, to],
    queryFn: ({ signal }) => ask('GET /overview', { project_id: project, start_date: from, end_date: to }, { signal }),
  });

/** Brands that the answers name and nobody tracks, most named first. */
export const brandSuggestionsQuery = (
  project_id: string,
  filter: Omit<InputOfRoute<'GET /brands/suggestions'>, 'project_id'>,
) =>
  queryOptions({
    queryKey: ['project', project_id, 'GET /brands/suggestions', filter],
    queryFn: ({ signal }) => ask('GET /brands/suggestions', { ...filter, project_id }, { signal }),
  });

export function useBrands(project: string): readonly Brand[] {
  return useQuery(brandsQuery(project)).data ?? [];
}
