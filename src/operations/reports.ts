import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { List, Strict, toList } from '../domain/paging.ts';
import { BrandReportRow, reportBrands } from '../reports/brands.ts';
import { Diagnostic, diagnose } from '../reports/diagnostics.ts';
import { DIMENSIONS } from '../reports/dimensions.ts';
import { QueryRow, QuerySearchRequest, searchQueries } from '../reports/queries.ts';
import { ReportRequest, SourceReportRequest } from '../reports/request.ts';
import type { SourceKind } from '../reports/source-query.ts';
import { DomainReportRow, reportSources, UrlReportRow } from '../reports/sources.ts';
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

function defineSourceReport(kind: SourceKind) {
  const noun = kind === 'domain' ? 'Domains' : 'URLs';
  return defineOperation({
    id: `report_${kind}s`,
    method: 'POST',
    path: `/reports/${kind}s`,
    group,
    summary: `Get ${noun} Report`,
    description: `One row for each group of chats and each ${kind === 'domain' ? 'domain' : 'page'} that their answers retrieved.`,
    scope: 'project',
    right: 'read',
    status: 200,
    is_dated: true,
    isDeprecated: usesModelId,
    body: SourceReportRequest,
    output: Strict({ data: Type.Array(kind === 'domain' ? DomainReportRow : UrlReportRow), ...OnRequest }),
    toUnasked,
    handle: async (call) => {
      const { context, project, body, signal } = call;
      return toReport(
        call,
        await reportSources(context.store, project, { kind, request: body, options: { signal } }),
      ) as never;
    },
  });
}

export const reportOperations = [
  defineOperation({
    id: 'report_brands',
    method: 'POST',
    path: '/reports/brands',
    group,
    summary: 'Get Brands Report',
    description: 'One row for each group of chats and each tracked brand, brands without a mention included.',
    scope: 'project',
    right: 'read',
    status: 200,
    is_dated: true,
    isDeprecated: usesModelId,
    body: ReportRequest,
    output: Strict({ data: Type.Array(BrandReportRow), ...OnRequest }),
    toUnasked,
    handle: async (call) => {
      const { context, project, body, signal } = call;
      return toReport(call, await reportBrands(context.store, project, { request: body, options: { signal } }));
    },
  }),
  defineSourceReport('domain'),
  defineSourceReport('url'),
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
