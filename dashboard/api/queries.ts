import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Period } from '../filters/dates.ts';
import { type Filter, type Selection, toFilters } from '../filters/selection.ts';
import { ask, type Query } from './client.ts';
import type { Brand, BrandRow, Caller, List, ModelChannel, Project, Run, StoredPrompt, Tag, Topic } from './types.ts';

const MOST = 10_000;

/** Who is signed in. */
export const callerQuery = queryOptions({
  queryKey: ['caller'],
  queryFn: ({ signal }) => ask<Caller>('/key', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The projects that the key sees: all of its company, or its own. */
export const projectsQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['projects'],
    queryFn: async ({ signal }) => {
      if (caller.project) return [caller.project];
      return (await ask<List<Project>>('/projects', { query: { limit: MOST }, signal })).data as {
        id: string;
        name: string;
      }[];
    },
  });

/** A list of the project's, whole. */
export function listQuery<Item>(project: string, path: string, query: Query = {}) {
  return queryOptions({
    queryKey: ['project', project, path, query],
    queryFn: async ({ signal }) => {
      const asked = { limit: MOST, ...query, project_id: project };
      return (await ask<List<Item>>(path, { query: asked, signal })).data;
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

export interface Report {
  dimensions?: string[];
  filters?: Filter[];
  having?: object[];
  order_by?: { field: string; direction?: 'asc' | 'desc' }[];
  limit?: number;
  offset?: number;
  include_total_count?: boolean;
}

/** The body of a report over what is selected, in another period where one is given. */
export function toReportBody(selection: Selection, report: Report, period: Period = selection) {
  return {
    project_id: selection.project,
    start_date: period.from,
    end_date: period.to,
    limit: MOST,
    ...report,
    filters: [...toFilters(selection), ...(report.filters ?? [])],
  };
}

/** A report; while another selection loads, the rows before stay in place. */
export function reportQuery<Row>(path: string, body: ReturnType<typeof toReportBody>) {
  return queryOptions({
    queryKey: ['project', body.project_id, path, body],
    queryFn: ({ signal }) => ask<{ data: Row[]; total_count?: number }>(path, { method: 'POST', body, signal }),
    placeholderData: keepPreviousData,
  });
}

export function brandReportQuery(selection: Selection, report: Report = {}, period?: Period) {
  return reportQuery<BrandRow>('/reports/brands', toReportBody(selection, report, period));
}

export function useBrands(project: string): readonly Brand[] {
  return useQuery(brandsQuery(project)).data ?? [];
}
