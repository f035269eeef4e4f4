import { DateRange } from '../domain/date-schemas.ts';
import { List, Paging, toList } from '../domain/paging.ts';
import { FactDay, FactRow, listFactDays, listFacts, streamFacts } from '../reports/facts.ts';
import { defineOperation } from './operation.ts';

/** What both operations have in common. */
const shared = {
  method: 'GET',
  group: 'Facts',
  scope: 'project',
  right: 'read',
  is_heavy: true,
  is_dated: true,
  input: { ...Paging, ...DateRange },
} as const;

export const factOperations = [
  defineOperation({
    ...shared,
    id: 'list_facts',
    path: '/facts',
    summary: 'List Facts',
    description:
      'Chats with the brands and pages found in them, by date: everything that reports are counted from. `overheard export facts` writes them to Parquet files.',
    output: List(FactRow),
    handle: async ({ context, reader, project, input, signal }) => {
      const options = { signal, model_ids: context.config.MODEL_IDS };
      return toList(await listFacts(reader, project, { request: input, options }));
    },
    streamRows: ({ context, reader, project, input, signal }) =>
      streamFacts(reader, project, { request: input, options: { signal, model_ids: context.config.MODEL_IDS } }),
  }),
  defineOperation({
    ...shared,
    id: 'list_fact_days',
    path: '/facts/days',
    summary: 'List Days of Facts',
    is_remembered: true,
    description:
      'The days that have chats. To keep a copy of the facts up to date, read the days whose `revision` has changed.',
    output: List(FactDay),
    handle: async ({ reader, project, input, signal }) =>
      toList(await listFactDays(reader, project, { request: input, options: { signal } })),
  }),
];
