import { type TSchema, Type } from 'typebox';
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
  input: ReportRequest | SourceReportRequest;
  signal: AbortSignal;
}

/** The rows and, where the client asked for them, the total and diagnostics. */
async function toReport<Row>(
  { context, project, input, signal }: ReportCall,
  { data, total }: { data: Row[]; total?: number },
) {
  return {
    data,
    ...(total === undefined ? {} : { totalCount: total, total_count: total }),
    ...(input.include_diagnostics
      ? { diagnostics: await diagnose(context.store, project, { request: input, options: { signal } }) }
      : {}),
  };
}

/** A row has a dimension exactly when the client asked for it. */
function toUnasked({ dimensions }: { dimensions: string[] }): string[] {
  return DIMENSIONS.filter(({ name }) => !dimensions.includes(name)).map(({ field }) => field);
}

const usesModelId = ({ filters }: { filters: { field: string }[] }) =>
  filters.some(({ field }) => field === 'model_id');

function defineSourceReport<const Kind extends SourceKind, Row extends TSchema>(kind: Kind, row: Row) {
  const noun = kind === 'domain' ? 'Domains' : 'URLs';
  return defineOperation({
    id: `report_${kind}s` as const,
    method: 'POST',
    path: `/reports/${kind}s` as const,
    group,
    summary: `Get ${noun} Report`,
    description: `One row for each group of chats and each ${kind === 'domain' ? 'domain' : 'page'} that their answers used as a source.`,
    scope: 'project',
    right: 'read',
    is_dated: true,
    isDeprecated: usesModelId,
    input: SourceReportRequest.properties,
    output: Strict({ data: Type.Array(row), ...OnRequest }),
    toUnasked,
    handle: async (call) => {
      const { context, project, input, signal } = call;
      const report = await reportSources(context.store, project, { kind, request: input, options: { signal } });
      // The kind decides the fields of the rows, which the compiler cannot follow.
      return toReport(call, report) as never;
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
    description: 'One row for each group of chats and each tracked brand, including brands without a mention.',
    scope: 'project',
    right: 'read',
    is_dated: true,
    isDeprecated: usesModelId,
    input: ReportRequest.properties,
    output: Strict({ data: Type.Array(BrandReportRow), ...OnRequest }),
    toUnasked,
    handle: async (call) => {
      const { context, project, input, signal } = call;
      return toReport(call, await reportBrands(context.store, project, { request: input, options: { signal } }));
    },
  }),
  defineSourceReport('domain', DomainReportRow),
  defineSourceReport('url', UrlReportRow),
  defineOperation({
    id: 'search_queries',
    method: 'POST',
    path: '/queries/search',
    group,
    summary: 'Search Queries',
    description: 'The web searches that models made for their answers, ordered by date, then by chat.',
    scope: 'project',
    right: 'read',
    is_dated: true,
    isDeprecated: usesModelId,
    input: QuerySearchRequest.properties,
    output: List(QueryRow),
    handle: async ({ context, project, input, signal }) =>
      toList(await searchQueries(context.store, project, { request: input, options: { signal } })),
  }),
];
