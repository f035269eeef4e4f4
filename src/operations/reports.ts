import { Type } from 'typebox';
import { DateRange } from '../domain/date-schemas.ts';
import { MAX_SOURCE_LENGTH } from '../domain/limits.ts';
import { List, Nullable, Strict, toList } from '../domain/paging.ts';
import { Defaulted } from '../domain/schema.ts';
import { Text } from '../domain/text.ts';
import { AppError, notFound } from '../errors.ts';
import { BRANDS } from '../reports/brands.ts';
import { Comparison, toEarlierPeriod } from '../reports/comparison-request.ts';
import { Diagnostic, diagnose } from '../reports/diagnostics.ts';
import { DIMENSIONS } from '../reports/dimensions.ts';
import { SOURCE_ALIASES } from '../reports/metrics.ts';
import { findOverview, Overview } from '../reports/overview.ts';
import type { SourceKind } from '../reports/page-sums.ts';
import { PlanAnswer, PlanRequest, planReport } from '../reports/plan.ts';
import { QueryRow, QuerySearchRequest, ShoppingRow, searchQueries, streamQueries } from '../reports/queries.ts';
import { ReportRequest, SourceReportRequest } from '../reports/request.ts';
import { runReport, streamReport } from '../reports/run-report.ts';
import { findSourcePage } from '../reports/source-page.ts';
import { DOMAINS, URLS } from '../reports/sources.ts';
import { defineOperation, type ReadCall, type Unlimited } from './operation.ts';

const group = 'Reports';

const OnRequest = {
  totalCount: Type.Optional(Type.Integer()),
  total_count: Type.Optional(Type.Integer()),
  diagnostics: Type.Optional(Type.Array(Diagnostic)),
};

type ReportCall = ReadCall<ReportRequest | SourceReportRequest>;

function toOptions({ context, signal }: Pick<ReadCall<never>, 'context' | 'signal'>) {
  return { signal, model_ids: context.config.MODEL_IDS };
}

/** The rows and, where the client asked for them, the total and diagnostics. */
async function toReport<Row>(
  { reader, project, input, signal }: ReportCall,
  { data, total, comparison }: { data: Row[]; total?: number; comparison?: Comparison },
) {
  return {
    data,
    ...(comparison ? { comparison } : {}),
    ...(total === undefined ? {} : { totalCount: total, total_count: total }),
    ...(input.include_diagnostics
      ? { diagnostics: await diagnose(reader, project, { request: input, options: { signal } }) }
      : {}),
  };
}

/** All rows of a report. How sure they are is worked out for a page at a time, so such reports have no stream. */
function streamBrands(call: ReadCall<Unlimited<ReportRequest>>) {
  const { reader, project, input } = call;
  if (input.intervals || toEarlierPeriod(input)) return undefined;
  return streamReport(reader, project, { report: BRANDS, request: input, options: toOptions(call) });
}

const streamSources =
  (report: typeof DOMAINS | typeof URLS) =>
  (call: ReadCall<Unlimited<SourceReportRequest>>): AsyncIterable<object[]> => {
    const { reader, project, input } = call;
    return streamReport(reader, project, {
      report: report as typeof DOMAINS,
      request: input,
      options: toOptions(call),
    });
  };

/** A row has a dimension, intervals or a change exactly when the client asked for them. */
function toUnasked(input: { dimensions: string[] }): string[] {
  return DIMENSIONS.filter(({ name }) => !input.dimensions.includes(name)).map(({ field }) => field as string);
}

function toUnaskedOfBrands(input: ReportRequest): string[] {
  return [
    ...toUnasked(input),
    ...(input.intervals ? [] : ['intervals']),
    ...(toEarlierPeriod(input) ? [] : ['previous', 'change']),
  ];
}

/** Every number stands once in a table, under its own name. */
const toUnaskedOf =
  (kind: SourceKind) =>
  (input: SourceReportRequest): string[] => [...toUnasked(input), ...Object.keys(SOURCE_ALIASES[kind])];

const usesModelId = ({ filters }: { filters: { field: string }[] }) =>
  filters.some(({ field }) => field === 'model_id');

const UrlContent = Strict({
  url: Type.String(),
  title: Type.String(),
  domain: Type.String(),
  channel_title: Nullable(Type.String()),
  classification: Type.String({ description: 'The class of the domain.' }),
  url_classification: Type.String(),
  content: Nullable(Type.String()),
  content_length: Type.Integer(),
  truncated: Type.Boolean(),
  content_updated_at: Nullable(Type.String()),
});

const NOT_FETCHED = {
  channel_title: null,
  content: null,
  content_length: 0,
  truncated: false,
  content_updated_at: null,
};

/** What all reports have in common. */
const shared = {
  method: 'POST',
  group,
  scope: 'project',
  right: 'view',
  is_remembered: true,
  is_heavy: true,
  is_dated: true,
  isDeprecated: usesModelId,
  toUnasked,
} as const;

export const reportOperations = [
  defineOperation({
    id: 'get_overview',
    method: 'GET',
    path: '/overview',
    group,
    summary: 'Get Overview',
    tool: 'Start here for questions such as “how are we doing?”: where the own brand stands against its strongest competitor, and which changes since the period before are more than chance.',
    description:
      'Where the own brand stands in comparison with the most visible competitor, and what changed since the period of equal length before. What may be chance is not called a difference or a change.',
    scope: 'project',
    right: 'view',
    is_remembered: true,
    is_heavy: true,
    is_dated: true,
    input: DateRange,
    output: Overview,
    handle: async (call) => {
      const { reader, project, input } = call;
      return findOverview(reader, project, { period: input, options: toOptions(call) });
    },
  }),
  defineOperation({
    ...shared,
    id: 'report_brands',
    path: '/reports/brands',
    summary: 'Get Brands Report',
    tool: 'Visibility, share of voice, position and sentiment of each brand, cut by prompt, topic, tag, model, channel, country, day, week, month or chat. Give `intervals` to learn how sure each number is, and `compare` to learn what really changed. Prefer few dimensions: every one multiplies the rows.',
    description: 'One row for each group of chats and each tracked brand, including brands without a mention.',
    input: ReportRequest.properties,
    toUnasked: toUnaskedOfBrands,
    output: Strict({ data: Type.Array(BRANDS.row), comparison: Type.Optional(Comparison), ...OnRequest }),
    handle: async (call) => {
      const { reader, project, input } = call;
      const report = { report: BRANDS, request: input, options: toOptions(call) };
      return toReport(call, await runReport(reader, project, report));
    },
    streamRows: streamBrands,
  }),
  defineOperation({
    ...shared,
    id: 'plan_brands',
    right: 'read',
    path: '/reports/brands/plan',
    summary: 'Plan Collection',
    tool: 'Which change could be noticed with the answers that are collected now, and what it takes to notice a smaller one.',
    description:
      'Says which change of a brand could be noticed between two periods like this one, and what it takes to notice a smaller one.',
    toUnasked: () => [],
    input: PlanRequest.properties,
    output: PlanAnswer,
    handle: async ({ reader, project, input, signal }) => {
      const plan = await planReport(reader, project, { request: input, options: { signal } });
      if (!plan) throw notFound('brand');
      return plan;
    },
  }),
  defineOperation({
    ...shared,
    id: 'report_domains',
    toUnasked: toUnaskedOf('domain'),
    path: '/reports/domains',
    summary: 'Get Domains Report',
    tool: 'Which websites assistants use and cite in their answers. `gap` counts competitors that are mentioned where the own brand is not.',
    description: 'One row for each group of chats and each domain that their answers used as a source.',
    input: SourceReportRequest.properties,
    output: Strict({ data: Type.Array(DOMAINS.row), ...OnRequest }),
    handle: async (call) => {
      const { reader, project, input } = call;
      const report = { report: DOMAINS, request: input, options: toOptions(call) };
      return toReport(call, await runReport(reader, project, report));
    },
    streamRows: streamSources(DOMAINS),
  }),
  defineOperation({
    ...shared,
    id: 'report_urls',
    toUnasked: toUnaskedOf('url'),
    path: '/reports/urls',
    summary: 'Get URLs Report',
    tool: 'Which single pages assistants use and cite in their answers. `gap` counts competitors that are mentioned where the own brand is not.',
    description: 'One row for each group of chats and each page that their answers used as a source.',
    input: SourceReportRequest.properties,
    output: Strict({ data: Type.Array(URLS.row), ...OnRequest }),
    handle: async (call) => {
      const { reader, project, input } = call;
      const report = { report: URLS, request: input, options: toOptions(call) };
      return toReport(call, await runReport(reader, project, report));
    },
    streamRows: streamSources(URLS),
  }),
  defineOperation({
    id: 'search_queries',
    method: 'POST',
    path: '/queries/search',
    group,
    summary: 'Search Queries',
    tool: 'What assistants searched the web for while they answered.',
    description: 'The web searches that models made for their answers, ordered by date, then by chat.',
    scope: 'project',
    right: 'read',
    is_remembered: true,
    is_heavy: true,
    is_dated: true,
    isDeprecated: usesModelId,
    input: QuerySearchRequest.properties,
    output: List(QueryRow),
    handle: async (call) => {
      const { reader, project, input } = call;
      return toList(await searchQueries(reader, project, { request: input, options: toOptions(call) }));
    },
    streamRows: (call) => {
      const { reader, project, input } = call;
      return streamQueries(reader, project, { request: input, options: toOptions(call) });
    },
  }),
  defineOperation({
    id: 'search_shopping_queries',
    method: 'POST',
    path: '/queries/shopping',
    group,
    summary: 'Search Shopping Queries',
    description: 'The product searches that models made. The list is empty: Overheard does not collect them yet.',
    scope: 'project',
    right: 'read',
    is_dated: true,
    input: QuerySearchRequest.properties,
    output: List(ShoppingRow),
    handle: async () => toList({ data: [], total: 0 }),
  }),
  defineOperation({
    id: 'get_url_content',
    method: 'POST',
    path: '/sources/urls/content',
    group,
    summary: 'Get URL Content',
    description: 'A page that answers used as a source. `content` is `null`: Overheard does not fetch pages yet.',
    scope: 'project',
    right: 'read',
    is_remembered: true,
    input: {
      url: Text(MAX_SOURCE_LENGTH),
      max_length: Defaulted(Type.Integer({ minimum: 1, maximum: 20_000_000 }), 100_000),
    },
    output: Strict({ data: UrlContent }),
    handle: async ({ reader, project, input: { url } }) => {
      const page = await findSourcePage(reader, project, url);
      if (!page) throw new AppError('not_found', 'No answer used this URL as a source.');
      return { data: { ...page, ...NOT_FETCHED } };
    },
  }),
];
