import { type Static, Type } from 'typebox';
import type { Context } from '../context.ts';
import { Batch, createBatchResult } from '../domain/batch.ts';
import { fromCountryKey, toCountryKey } from '../domain/countries.ts';
import { CalendarDate } from '../domain/date-schemas.ts';
import { List, Paging, Strict, toList } from '../domain/paging.ts';
import { describeWarnings, NewPrompt, Prompt, PromptChanges } from '../domain/prompt.ts';
import { Defaulted } from '../domain/schema.ts';
import { toPromptKey } from '../domain/text.ts';
import { createValidator } from '../domain/validation.ts';
import { invalid } from '../errors.ts';
import { findChannels } from '../store/queries/channels.ts';
import { findKey } from '../store/queries/lookups.ts';
import { openPromptBook, type PromptBook, type PromptDraft } from '../store/queries/prompt-book.ts';
import { deletePrompt, listPrompts, updatePrompt } from '../store/queries/prompts.ts';
import type { Transaction } from '../store/store.ts';
import { defineChange } from './define-change.ts';
import { loadReferences } from './objects.ts';
import { defineOperation } from './operation.ts';

const group = 'Prompts';
const parsePrompt = createValidator(NewPrompt, 'The prompt');

export const promptOperations = [
  defineOperation({
    id: 'list_prompts',
    method: 'GET',
    path: '/prompts',
    group,
    summary: 'List Prompts',
    tool: 'The questions that are put to assistants, with their topics and tags. Use it to find the ID of a prompt.',
    scope: 'project',
    right: 'view',
    is_remembered: true,
    input: {
      topic_id: Type.Optional(Type.String()),
      tag_id: Type.Optional(Type.String()),
      ...Paging,
      is_archived: Defaulted(
        Type.Boolean({ description: 'true: only archived prompts; false: only the others.' }),
        false,
      ),
      search: Type.Optional(Type.String({ description: 'Words that must all occur in the text.' })),
      start_date: Type.Optional(
        Type.With(CalendarDate, { description: 'Only prompts with answers from this day on.' }),
      ),
      end_date: Type.Optional(Type.With(CalendarDate, { description: 'Only prompts with answers until this day.' })),
    },
    output: List(Prompt),
    handle: async ({ reader: { db }, project, input }) => {
      const { topic_id, tag_id, is_archived, search = '', start_date, end_date } = input;
      if (start_date !== undefined && end_date !== undefined && start_date > end_date) {
        throw invalid('start_date', `${start_date} is after end_date ${end_date}.`);
      }
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
        ...(start_date === undefined ? {} : { start_date }),
        ...(end_date === undefined ? {} : { end_date }),
      };
      return toList(await listPrompts(db, project, { filter, page: input })) as Static<
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
    creates: true,
    is_idempotent: true,
    input: NewPrompt.properties,
    output: Strict({ id: Type.String(), warning: Type.Optional(Type.String()) }),
    handle: async ({ context, project, input, write }) =>
      write(async (transaction) => {
        const draft = await toDraft(transaction, project, input);
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
    tool: 'Adds up to 1,000 prompts. Asking them costs money later, so let the user confirm them first.',
    description: 'Creates many prompts at once. Valid ones are created even if others are rejected.',
    scope: 'project',
    right: 'write',
    is_idempotent: true,
    input: {
      prompts: Type.Array(Type.Unsafe<NewPrompt>(Type.Unknown()), { minItems: 1, maxItems: 10_000 }),
    },
    output: Batch,
    handle: async ({ context, project, input: { prompts }, write }) =>
      write(async (transaction) => {
        const result = createBatchResult();
        const parsed = prompts.map((prompt, index) => result.attempt(index, () => parsePrompt(prompt)));
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
  defineChange({
    id: 'update_prompt',
    method: 'PATCH',
    path: '/prompts/{id}',
    group,
    summary: 'Update Prompt',
    tool: 'Changes the topic, the tags or the volume of a prompt. The text of a prompt never changes.',
    description: 'Changes the topic, the tags or the volume of a prompt. Its text never changes.',
    kind: 'prompt',
    input: PromptChanges.properties,
    change: async ({ db }, { project, key, input: { topic_id, tag_ids, volume } }) => {
      const toReferences = await loadReferences(db, project, [{ topic_id, tag_ids }]);
      const { topic, tags } = toReferences({ topic_id, tag_ids });
      const update = {
        ...(topic_id === undefined ? {} : { topic }),
        ...(tag_ids === undefined ? {} : { tags }),
        ...(volume === undefined ? {} : { volume }),
      };
      await updatePrompt(db, project, { prompt: key, update });
    },
  }),
  defineChange({
    id: 'delete_prompt',
    method: 'DELETE',
    path: '/prompts/{id}',
    group,
    summary: 'Delete Prompt',
    description: 'Deletes the prompt and its answers.',
    kind: 'prompt',
    change: (transaction, { project, key }) => deletePrompt(transaction, project, key),
  }),
  defineArchiving('archive'),
  defineArchiving('unarchive'),
];

function defineArchiving<const Verb extends 'archive' | 'unarchive'>(verb: Verb) {
  return defineChange({
    id: `${verb}_prompt` as const,
    method: 'POST',
    path: `/prompts/{id}/${verb}` as const,
    group,
    summary: verb === 'archive' ? 'Archive Prompt' : 'Unarchive Prompt',
    tool: verb === 'archive' ? 'Stops asking a prompt, and keeps its answers.' : 'Asks an archived prompt again.',
    description: 'Overheard stops asking an archived prompt. Its answers stay in every report.',
    kind: 'prompt',
    change: ({ db }, { project, key }) =>
      updatePrompt(db, project, { prompt: key, update: { is_archived: verb === 'archive' } }),
  });
}

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
  transaction: Transaction,
  project: number,
  { book, draft }: { book: PromptBook; draft: PromptDraft },
): Promise<string | undefined> {
  const similar = book.findSimilar(draft.text);
  const country = fromCountryKey(draft.country);
  const active = (await findChannels(transaction, project)).filter(({ is_active }) => is_active);
  return describeWarnings({
    sameTextElsewhere: similar.filter(({ text }) => text === draft.text).map((other) => fromCountryKey(other.country)),
    similarText: similar.some(({ text }) => text !== draft.text),
    isUnserved:
      active.length > 0 && active.every(({ unsupported_country_codes }) => unsupported_country_codes.includes(country)),
    country,
  });
}
