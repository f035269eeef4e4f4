import { Type } from 'typebox';
import { List, Strict, toList } from '../domain/paging.ts';
import { BrandReportRow, reportBrands } from '../reports/brands.ts';
import { QueryRow, QuerySearchRequest, searchQueries } from '../reports/queries.ts';
import { ReportRequest, SourceReportRequest } from '../reports/request.ts';
import { DomainReportRow, reportSources, type SourceKind, UrlReportRow } from '../reports/sources.ts';
import { defineOperation } from './operation.ts';

const group = 'Reports';

const TotalOnRequest = { totalCount: Type.Optional(Type.Integer()), total_count: Type.Optional(Type.Integer()) };

function toReport<Row>({ data, total }: { data: Row[]; total?: number }) {
  return total === undefined ? { data } : { data, totalCount: total, total_count: total };
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
    output: Strict({ data: Type.Array(kind === 'domain' ? DomainReportRow : UrlReportRow), ...TotalOnRequest }),
    handle: async ({ context, project, body, signal }) =>
      toReport(await reportSources(context.store, project, { kind, request: body, options: { signal } })) as never,
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
    output: Strict({ data: Type.Array(BrandReportRow), ...TotalOnRequest }),
    handle: async ({ context, project, body, signal }) =>
      toReport(await reportBrands(context.store, project, { request: body, options: { signal } })),
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
