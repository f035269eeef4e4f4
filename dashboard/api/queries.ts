import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Period } from '../filters/dates.ts';
import type { Selection } from '../filters/selection.ts';
import { ask, type Query, takeEarly } from './client.ts';
import { MOST, type Report, toReportBody } from './report-body.ts';
import type { Brand, BrandRow, Caller, List, ModelChannel, Project, Run, StoredPrompt, Tag, Topic } from './types.ts';

/** Who is signed in. */
export const callerQuery = queryOptions({
  queryKey: ['caller'],
  queryFn: ({ signal }) => ask<Caller>('/key', { signal }),
  initialData: () => takeEarly<Caller>('/key'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The projects that the key sees: all of its company, or its own. */
export const projectsQuery = (caller: Caller) =>
  queryOptions<{ id: string; name: string }[]>({
    queryKey: ['projects'],
    queryFn: async ({ signal }) => {
      if (caller.project) return [caller.project];
      return (await ask<List<Project>>('/projects', { query: { limit: MOST }, signal })).data;
    },
    initialData: () => takeEarly<List<Project>>('/projects', { query: { limit: MOST } })?.data,
  });

export { type Report, toReportBody } from './report-body.ts';

/** A list of the project's, whole, however many pages that takes. */
export function listQuery<Item>(project: string, path: string, query: Query = {}) {
  return queryOptions({
    queryKey: ['project', project, path, query],
    queryFn: async ({ signal }) => {
      const items: Item[] = [];
      while (true) {
        const asked = {
          limit: MOST,
          ...query,
          ...(items.length === 0 ? {} : { offset: items.length }),
          project_id: project,
        };
        const { data } = await ask<List<Item>>(path, { query: asked, signal });
        items.push(...data);
        if (data.length < MOST) return items;
      }
    },
    initialData: () => {
      const data = takeEarly<List<Item>>(path, { query: { limit: MOST, ...query, project_id: project } })?.data;
      return data && data.length < MOST ? data : undefined;
    },
  });
}

export const brandsQuery = (project: string) => listQuery<Brand>(project, '/brands');
export const promptsQuery = (project: string, is_archived = false) =>
  listQuery<StoredPrompt>(project, '/prompts', { is_archived });
export const topicsQuery = (project: string) => listQuery<Topic>(project, '/topics');
export const tagsQuery = (project: string) => listQuery<Tag>(project, '/tags');
export const channelsQuery = (project: string) => listQuery<ModelChannel>(project, '/model-channels');

export const runsQuery = (project: string) =>
  queryOptions({
    queryKey: ['project', project, '/runs'],
    queryFn: async ({ signal }) => {
      const query = { project_id: project, limit: 20 };
      return (await ask<List<Run>>('/runs', { query, signal })).data;
    },
  });

/** A report; while another selection loads, the rows before stay in place. */
export function reportQuery<Row>(path: string, body: ReturnType<typeof toReportBody>) {
  return queryOptions({
    queryKey: ['project', body.project_id, path, body],
    queryFn: ({ signal }) => ask<{ data: Row[]; total_count?: number }>(path, { method: 'POST', body, signal }),
    initialData: () => takeEarly<{ data: Row[]; total_count?: number }>(path, { method: 'POST', body }),
    placeholderData: keepPreviousData,
  });
}

export function brandReportQuery(selection: Selection, report: Report = {}, period?: Period) {
  return reportQuery<BrandRow>('/reports/brands', toReportBody(selection, report, period));
}

export function useBrands(project: string): readonly Brand[] {
  return useQuery(brandsQuery(project)).data ?? [];
}
