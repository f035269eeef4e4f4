import { Type } from 'typebox';
import { Strict } from '../domain/paging.ts';
import { BrandReportRow, reportBrands } from '../reports/brands.ts';
import { ReportRequest } from '../reports/request.ts';
import { defineOperation } from './operation.ts';

const group = 'Reports';

const TotalOnRequest = { totalCount: Type.Optional(Type.Integer()), total_count: Type.Optional(Type.Integer()) };

function toReport<Row>({ data, total }: { data: Row[]; total?: number }) {
  return total === undefined ? { data } : { data, totalCount: total, total_count: total };
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
    isDeprecated: ({ body }) => body.filters.some(({ field }) => field === 'model_id'),
    body: ReportRequest,
    output: Strict({ data: Type.Array(BrandReportRow), ...TotalOnRequest }),
    handle: async ({ context, project, body, signal }) =>
      toReport(await reportBrands(context.store, project, { request: body, options: { signal } })),
  }),
];
