import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { List, Strict, toList } from '../domain/paging.ts';
import { BRANDS } from '../reports/brands.ts';
import { Diagnostic, diagnose } from '../reports/diagnostics.ts';
import { DIMENSIONS } from '../reports/dimensions.ts';
import { QueryRow, QuerySearchRequest, searchQueries } from '../reports/queries.ts';
import { ReportRequest, SourceReportRequest } from '../reports/request.ts';
import { runReport } from '../reports/run-report.ts';
import { DOMAINS, URLS } from '../reports/sources.ts';
import { defineOperation } from './operation.ts';

const group = 'Reports';

const OnRequest = {
  totalCount: Type.Optional(Type.Integer()),
  total_count: Type.Optional(Type.Integer()),
  diagnostics: Type.Optional(Type.Array(Diagnostic)),
};

interface ReportCall {
  context: Context;
  project: number;
  body: ReportRequest | SourceReportRequest;
  signal: AbortSignal;
}

/** The rows, and what else was asked for. */
async function toReport<Row>(
  { context, project, body, signal }: ReportCall,
  { data, total }: { data: Row[]; total?: number },
) {
  return {
    data,
    ...(total === undefined ? {} : { totalCount: total, total_count: total }),
    ...(body.include_diagnostics
      ? { diagnostics: await diagnose(context.store, project, { request: body, options: { signal } }) }
      : {}),
  };
}

/** Dimensions are in a row exactly when they are asked for. */
function toUnasked({ dimensions }: { dimensions: string[] }): string[] {
  return DIMENSIONS.filter(({ name }) => !dimensions.includes(name)).map(({ field }) => field);
}

const usesModelId = ({ body }: { body: { filters: { field: string }[] } }) =>
  body.filters.some(({ field }) => field === 'model_id');

/** What all reports have in common. */
const shared = {
  method: 'POST',
  group,
  scope: 'project',
  right: 'read',
  status: 200,
  is_dated: true,
  isDeprecated: usesModelId,
  toUnasked,
} as const;

export const reportOperations = [
  defineOperation({
    ...shared,
    id: 'report_brands',
    path: '/reports/brands',
    summary: 'Get Brands Report',
    description: 'One row for each group of chats and each tracked brand, brands without a mention included.',
    body: ReportRequest,
    output: Strict({ data: Type.Array(BRANDS.row), ...OnRequest }),
    handle: async (call) => {
      const { context, project, body, signal } = call;
      const report = { report: BRANDS, request: body, options: { signal } };
      return toReport(call, await runReport(context.store, project, report));
    },
  }),
  defineOperation({
    ...shared,
    id: 'report_domains',
    path: '/reports/domains',
    summary: 'Get Domains Report',
    description: 'One row for each group of chats and each domain that their answers retrieved.',
    body: SourceReportRequest,
    output: Strict({ data: Type.Array(DOMAINS.row), ...OnRequest }),
    handle: async (call) => {
      const { context, project, body, signal } = call;
      const report = { report: DOMAINS, request: body, options: { signal } };
      return toReport(call, await runReport(context.store, project, report));
    },
  }),
  defineOperation({
    ...shared,
    id: 'report_urls',
    path: '/reports/urls',
    summary: 'Get URLs Report',
    description: 'One row for each group of chats and each page that their answers retrieved.',
    body: SourceReportRequest,
    output: Strict({ data: Type.Array(URLS.row), ...OnRequest }),
    handle: async (call) => {
      const { context, project, body, signal } = call;
      const report = { report: URLS, request: body, options: { signal } };
      return toReport(call, await runReport(context.store, project, report));
    },
  }),
  defineOperation({
    id: 'search_queries',
    method: 'POST',
    path: '/queries/search',
    group,
    summary: 'Search Queries',
    description: 'The searches that models made for their answers, by date, then chat.',
    scope: 'project',
    right: 'read',
    status: 200,
    is_dated: true,
    isDeprecated: usesModelId,
    body: QuerySearchRequest,
    output: List(QueryRow),
    handle: async ({ context, project, body, signal }) =>
      toList(await searchQueries(context.store, project, { request: body, options: { signal } })),
  }),
];
