import { type Static, Type } from 'typebox';
import { Batch } from '../domain/batch.ts';
import { Chat, ChatContent, ChatStatus, NewChat, toExternalFingerprint, toStatusKey } from '../domain/chat.ts';
import { CountryCode, fromCountryKey, toCountryKey } from '../domain/countries.ts';
import { DateRange } from '../domain/dates.ts';
import { fromChannelKey, ModelId, toChannelKey, toModelKey } from '../domain/models.ts';
import { Done, List, Paging, Strict, toList } from '../domain/paging.ts';
import { notFound } from '../errors.ts';
import { toId } from '../ids.ts';
import type { Intake, OnDuplicate } from '../ingestion/intake.ts';
import { takeChats, takeLines } from '../ingestion/take-chats.ts';
import {
  type AnswerRow,
  type ChatFilter,
  type ChatRow,
  countChats,
  findAnswers,
  findByFingerprint,
  findGivenMentions,
  listChatRows,
  type MentionRow,
  toChat,
} from '../store/queries/chats.ts';
import { readGenerations } from '../store/queries/extractions.ts';
import { deleteChats } from '../store/queries/facts.ts';
import { findKey, type KeyedKind } from '../store/queries/lookups.ts';
import type { Db } from '../store/schema.ts';
import { readContent } from './chat-content.ts';
import { requireKey } from './objects.ts';
import { type Call, defineOperation } from './operation.ts';

const group = 'Chats';
const Params = Strict({ id: Type.String() });
const MIB = 1024 * 1024;
const CHATS_PER_STREAMED_PAGE = 500;

const Id = Type.Optional(Type.String());
const ListQuery = Strict({
  ...Paging,
  ...DateRange,
  brand_id: Type.Optional(Type.String({ description: 'Only chats whose answer mentions the brand.' })),
  prompt_id: Id,
  model_id: Type.Optional(ModelId),
  model_channel_id: Id,
  country_code: Type.Optional(CountryCode),
  topic_id: Id,
  tag_id: Id,
  status: Type.Optional(ChatStatus),
  external_id: Id,
  sort: Type.String({ enum: ['asc', 'desc'], default: 'asc', description: 'By date, then creation.' }),
});
type ListQuery = Static<typeof ListQuery>;

const IngestQuery = Strict({
  on_duplicate: Type.String({ enum: ['skip', 'replace'], default: 'skip' }),
  dry_run: Type.Boolean({ default: false, description: 'Returns what would happen, and stores nothing.' }),
});

export const chatOperations = [
  defineOperation({
    id: 'list_chats',
    method: 'GET',
    path: '/chats',
    group,
    summary: 'List Chats',
    description:
      'With `Accept: application/x-ndjson` whole answers come, in lines that `POST /chats` takes; without `limit`, all of them.',
    scope: 'project',
    right: 'read',
    status: 200,
    is_dated: true,
    query: ListQuery,
    output: List(Chat),
    handle: async ({ context: { store }, project, query, signal }) => {
      const filter = await toFilter(store.db, project, query);
      if (!filter) return toList({ data: [], total: 0 });
      const options = { signal };
      const rows = await listChatRows(store, project, { filter, sort: toSort(query), page: query, options });
      const total = await countChats(store, project, { filter, options });
      return toList({ data: rows.map(toChat), total });
    },
    streamLines: (call) => streamChats(call),
  }),
  defineOperation({
    id: 'create_chats',
    method: 'POST',
    path: '/chats',
    group,
    summary: 'Add Chats',
    description:
      'Takes answers in, as `{ "chats": [...] }` or as `application/x-ndjson` with one chat a line, any number of lines. Good ones are kept though others are refused.',
    scope: 'project',
    right: 'write',
    status: 200,
    is_idempotent: true,
    body_limit: 64 * MIB,
    query: IngestQuery,
    body: Strict({ chats: Type.Array(Type.Unknown()) }),
    documented_body: Strict({ chats: Type.Array(NewChat) }),
    output: Batch,
    handle: (call) => takeChats(toIntake(call), call.body.chats),
    handleLines: (call, lines) => takeLines(toIntake(call), lines),
  }),
  defineOperation({
    id: 'delete_chats',
    method: 'DELETE',
    path: '/chats',
    group,
    summary: 'Delete Chats',
    description: 'Deletes chats by the ids that the caller gave them.',
    scope: 'project',
    right: 'write',
    status: 200,
    body: Strict({ external_ids: Type.Array(Type.String({ 'x-trim': true }), { minItems: 1, maxItems: 10_000 }) }),
    output: Done,
    handle: async ({ project, body, write }) =>
      write(async ({ db }) => {
        const found = await findByFingerprint(db, project, body.external_ids.map(toExternalFingerprint));
        if (found.size === 0) throw notFound('chat');
        await deleteChats(
          db,
          project,
          [...found.values()].map(({ chat }) => chat),
        );
        return {};
      }),
  }),
  defineOperation({
    id: 'delete_chat',
    method: 'DELETE',
    path: '/chats/{id}',
    group,
    summary: 'Delete Chat',
    scope: 'project',
    right: 'write',
    status: 200,
    params: Params,
    output: Done,
    handle: async ({ project, params, write }) =>
      write(async ({ db }) => {
        await deleteChats(db, project, [await requireKey(db, project, { kind: 'chat', id: params.id })]);
        return {};
      }),
  }),
  defineOperation({
    id: 'get_chat_content',
    method: 'GET',
    path: '/chats/{id}/content',
    group,
    summary: 'Get Chat Content',
    description: 'The whole answer, its sources and searches, and the brands found in it.',
    scope: 'project',
    right: 'read',
    status: 200,
    params: Params,
    output: ChatContent,
    handle: async ({ context, project, params }) => {
      const content = await readContent(context, project, params.id);
      if (!content) throw notFound('chat');
      return content;
    },
  }),
];

function toIntake({
  context,
  project,
  query: { on_duplicate, dry_run },
  signal,
  write,
}: Call<unknown, Static<typeof IngestQuery>, unknown>): Intake {
  return { services: context, project, on_duplicate: on_duplicate as OnDuplicate, dry_run, signal, write };
}

function toSort({ sort }: ListQuery): 'asc' | 'desc' {
  return sort as 'asc' | 'desc';
}

/** The filter with its ids resolved; nothing where one of them is unknown, so that nothing can match. */
async function toFilter(db: Db, project: number, query: ListQuery): Promise<ChatFilter | undefined> {
  const { start_date, end_date, model_id, model_channel_id, country_code, status, external_id } = query;
  const filter: ChatFilter = { start_date, end_date };
  for (const kind of ['brand', 'prompt', 'topic', 'tag'] as const satisfies KeyedKind[]) {
    const id = query[`${kind}_id`];
    if (id === undefined) continue;
    const key = await findKey(db, project, { kind, id });
    if (key === undefined) return undefined;
    filter[kind] = key;
  }
  if (filter.brand !== undefined) filter.generation = (await readGenerations(db, project)).generation;
  const channels = [
    ...(model_id === undefined ? [] : [toModelKey(model_id)]),
    ...(model_channel_id === undefined ? [] : [toChannelKey(model_channel_id)]),
  ];
  if (channels.some((channel) => channel === undefined || channel !== channels[0])) return undefined;
  if (channels[0] !== undefined) filter.channel = channels[0];
  if (country_code !== undefined) filter.country = toCountryKey(country_code);
  if (status !== undefined) filter.status = toStatusKey(status as never);
  if (external_id !== undefined) filter.external_id = external_id;
  return filter;
}

/** Whole answers page by page, so that memory stays bounded however many there are. */
async function* streamChats({
  context: { store },
  project,
  query,
  signal,
  isGiven,
}: Call<unknown, ListQuery, unknown>) {
  const filter = await toFilter(store.db, project, query);
  if (!filter) return;
  let left = isGiven('limit') ? query.limit : Number.POSITIVE_INFINITY;
  let { offset } = query;
  let after: ChatRow | undefined;
  while (left > 0) {
    const limit = Math.min(left, CHATS_PER_STREAMED_PAGE);
    const rows = await listChatRows(store, project, {
      filter,
      sort: toSort(query),
      page: { limit, offset },
      after,
      options: { signal },
    });
    const keys = rows.map(({ chat }) => chat);
    const answers = await findAnswers(store.db, project, keys);
    const mentions = await findGivenMentions(store.db, project, keys);
    for (const row of rows) {
      const answer = answers.get(row.chat);
      if (answer) yield toLine(row, { answer, mentions: mentions.get(row.chat) ?? [] });
    }
    if (rows.length < limit) return;
    left -= rows.length;
    offset = 0;
    after = rows.at(-1);
  }
}

/** A chat as `POST /chats` takes it: by its prompt's text, which any project understands, wherever text and country name the prompt. */
function toLine(row: ChatRow, { answer, mentions }: { answer: AnswerRow; mentions: MentionRow[] }): NewChat {
  const sources = JSON.parse(answer.sources);
  const queries = JSON.parse(answer.queries);
  return {
    ...(row.country === row.prompt_country
      ? { prompt_text: row.prompt_text }
      : { prompt_id: toId('prompt', row.prompt_id) }),
    country_code: fromCountryKey(row.country),
    model_channel_id: fromChannelKey(row.channel).id,
    date: row.date,
    ...(answer.answer === null ? {} : { answer: answer.answer }),
    ...(sources.length === 0 ? {} : { sources }),
    ...(queries.length === 0 ? {} : { queries }),
    ...(row.external_id === null ? {} : { external_id: row.external_id }),
    ...(row.is_given
      ? {
          mentions: mentions.map(({ id, mention_count, position, sentiment }) => ({
            brand_id: toId('brand', id),
            count: mention_count,
            position,
            ...(sentiment === null ? {} : { sentiment: sentiment / 1000 }),
          })),
        }
      : {}),
  };
}
