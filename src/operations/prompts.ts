import { type Static, Type } from 'typebox';
import type { Context } from '../context.ts';
import { fromCountryKey, toCountryKey } from '../domain/countries.ts';
import { Done, List, Paging, Strict, toList } from '../domain/paging.ts';
import { describeWarnings, NewPrompt, Prompt, PromptChanges } from '../domain/prompt.ts';
import { toPromptKey } from '../domain/text.ts';
import { readChannelStates } from '../store/queries/channels.ts';
import { findKey } from '../store/queries/lookups.ts';
import { openPromptBook, type PromptBook, type PromptDraft } from '../store/queries/prompt-book.ts';
import { deletePrompt, listPrompts, updatePrompt } from '../store/queries/prompts.ts';
import type { Transaction } from '../store/store.ts';
import { Batch, createBatchResult } from './batch-result.ts';
import { loadReferences, requireKey } from './objects.ts';
import { defineOperation } from './operation.ts';
import { createValidator } from './validation.ts';

const group = 'Prompts';
const Params = Strict({ id: Type.String() });
const parsePrompt = createValidator(NewPrompt, 'The prompt');

export const promptOperations = [
  defineOperation({
    id: 'list_prompts',
    method: 'GET',
    path: '/prompts',
    group,
    summary: 'List Prompts',
    scope: 'project',
    right: 'read',
    status: 200,
    query: Strict({
      topic_id: Type.Optional(Type.String()),
      tag_id: Type.Optional(Type.String()),
      ...Paging,
      is_archived: Type.Boolean({ default: false, description: 'true: the archived ones alone.' }),
      search: Type.Optional(Type.String({ description: 'Words that must all occur in the text.' })),
    }),
    output: List(Prompt),
    handle: async ({ context, project, query }) => {
      const { db } = context.store;
      const { topic_id, tag_id, is_archived, search = '' } = query;
      const topic = topic_id === undefined ? undefined : await findKey(db, project, { kind: 'topic', id: topic_id });
      const tag = tag_id === undefined ? undefined : await findKey(db, project, { kind: 'tag', id: tag_id });
      const asksForUnknown =
        (topic_id !== undefined && topic === undefined) || (tag_id !== undefined && tag === undefined);
      if (asksForUnknown) return toList({ data: [], total: 0 });
      const filter = {
        is_archived,
        // Closing punctuation is not part of the key that is searched.
        words: search
          .split(/\s+/u)
          .map(toPromptKey)
          .filter((word) => word !== ''),
        ...(topic === undefined ? {} : { topic }),
        ...(tag === undefined ? {} : { tag }),
      };
      return toList(await listPrompts(db, project, { filter, page: query })) as Static<
        ReturnType<typeof List<typeof Prompt>>
      >;
    },
  }),
  defineOperation({
    id: 'create_prompt',
    method: 'POST',
    path: '/prompts',
    group,
    summary: 'Create Prompt',
    scope: 'project',
    right: 'write',
    status: 201,
    is_idempotent: true,
    body: NewPrompt,
    output: Strict({ id: Type.String(), warning: Type.Optional(Type.String()) }),
    handle: async ({ context, project, body, write }) =>
      write(async (transaction) => {
        const draft = await toDraft(transaction, project, body);
        const book = await openBook(transaction, project, { texts: [draft.text], context });
        const warning = await findWarning(transaction, project, { book, draft });
        const { id } = await book.add(draft);
        await book.flush();
        return { id, ...(warning === undefined ? {} : { warning }) };
      }),
  }),
  defineOperation({
    id: 'create_prompts',
    method: 'POST',
    path: '/prompts/bulk',
    group,
    summary: 'Create Prompts',
    description: 'Takes many prompts; good ones are created though others are refused.',
    scope: 'project',
    right: 'write',
    status: 200,
    is_idempotent: true,
    body: Strict({ prompts: Type.Array(Type.Unknown(), { minItems: 1, maxItems: 10_000 }) }),
    output: Batch,
    handle: async ({ context, project, body, write }) =>
      write(async (transaction) => {
        const result = createBatchResult();
        const parsed = body.prompts.map((input, index) => result.attempt(index, () => parsePrompt(input)));
        const good = parsed.filter((prompt) => prompt !== undefined);
        const book = await openBook(transaction, project, { texts: good.map(({ text }) => text), context });
        const toReferences = await loadReferences(transaction.db, project, good);
        for (const [index, prompt] of parsed.entries()) {
          if (!prompt) continue;
          const { text, country_code } = prompt;
          await result.attemptAsync(index, async () =>
            book.add({ text, country: toCountryKey(country_code), ...toReferences(prompt) }),
          );
        }
        await book.flush();
        return result.toBatch();
      }),
  }),
  defineOperation({
    id: 'update_prompt',
    method: 'PATCH',
    path: '/prompts/{id}',
    group,
    summary: 'Update Prompt',
    description: 'Moves a prompt to another topic, replaces its tags, or sets its volume. The text never changes.',
    scope: 'project',
    right: 'write',
    status: 200,
    params: Params,
    body: PromptChanges,
    output: Done,
    handle: async ({ project, params, body: { topic_id, tag_ids, volume }, write }) =>
      write(async (transaction) => {
        const { db } = transaction;
        const prompt = await requireKey(db, project, { kind: 'prompt', id: params.id });
        const toReferences = await loadReferences(db, project, [{ topic_id, tag_ids }]);
        const { topic, tags } = toReferences({ topic_id, tag_ids });
        const update = {
          ...(topic_id === undefined ? {} : { topic }),
          ...(tag_ids === undefined ? {} : { tags }),
          ...(volume === undefined ? {} : { volume }),
        };
        await updatePrompt(db, project, { prompt, update });
        return {};
      }),
  }),
  defineOperation({
    id: 'delete_prompt',
    method: 'DELETE',
    path: '/prompts/{id}',
    group,
    summary: 'Delete Prompt',
    description: 'Deletes the prompt with its answers.',
    scope: 'project',
    right: 'write',
    status: 200,
    params: Params,
    output: Done,
    handle: async ({ project, params, write }) =>
      write(async ({ db }) => {
        await deletePrompt(db, project, await requireKey(db, project, { kind: 'prompt', id: params.id }));
        return {};
      }),
  }),
  ...(['archive', 'unarchive'] as const).map((verb) =>
    defineOperation({
      id: `${verb}_prompt`,
      method: 'POST',
      path: `/prompts/{id}/${verb}`,
      group,
      summary: verb === 'archive' ? 'Archive Prompt' : 'Unarchive Prompt',
      description: 'An archived prompt is asked no more; its answers stay in every report.',
      scope: 'project',
      right: 'write',
      status: 200,
      params: Params,
      output: Done,
      handle: async ({ project, params, write }) =>
        write(async ({ db }) => {
          const prompt = await requireKey(db, project, { kind: 'prompt', id: params.id });
          await updatePrompt(db, project, { prompt, update: { is_archived: verb === 'archive' } });
          return {};
        }),
    }),
  ),
];

export async function toDraft({ db }: Transaction, project: number, input: NewPrompt): Promise<PromptDraft> {
  const toReferences = await loadReferences(db, project, [input]);
  return { text: input.text, country: toCountryKey(input.country_code), ...toReferences(input) };
}

export function openBook(
  transaction: Transaction,
  project: number,
  { texts, context }: { texts: readonly string[]; context: Context },
): Promise<PromptBook> {
  return openPromptBook(transaction, project, { texts, maximum: context.config.MAX_PROMPTS, now: context.now() });
}

async function findWarning(
  { db }: Transaction,
  project: number,
  { book, draft }: { book: PromptBook; draft: PromptDraft },
): Promise<string | undefined> {
  const similar = book.findSimilar(draft.text);
  const country = fromCountryKey(draft.country);
  const active = (await readChannelStates(db, project)).filter(({ is_active }) => is_active);
  return describeWarnings({
    sameTextElsewhere: similar.filter(({ text }) => text === draft.text).map((other) => fromCountryKey(other.country)),
    similarText: similar.some(({ text }) => text !== draft.text),
    isUnserved:
      active.length > 0 && active.every(({ unsupported_country_codes }) => unsupported_country_codes.includes(country)),
    country,
  });
}
