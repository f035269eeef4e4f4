import { type Static, Type } from 'typebox';
import { Created, Done, Paging, Strict } from '../domain/paging.ts';
import { NewSuggestion, Suggestion } from '../domain/prompt.ts';
import { AppError, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { findKey } from '../store/queries/lookups.ts';
import { listSuggestions } from '../store/queries/prompts.ts';
import { closeSuggestion, insertSuggestion, isSuggested } from '../store/queries/suggestions.ts';
import type { Db } from '../store/schema.ts';
import { defineOperation } from './operation.ts';
import { openBook, toDraft } from './prompts.ts';

const group = 'Prompt suggestions';

export const suggestionOperations = [
  defineOperation({
    id: 'list_prompt_suggestions',
    method: 'GET',
    path: '/prompts/suggestions',
    group,
    summary: 'List Prompt Suggestions',
    description: 'Open suggestions, by volume, highest first.',
    scope: 'project',
    right: 'read',
    input: { topic_id: Type.Optional(Type.String()), ...Paging },
    output: Strict({ data: Type.Array(Suggestion) }),
    handle: async ({ context, project, input }) => {
      const { db } = context.store;
      const topic =
        input.topic_id === undefined ? 0 : await findKey(db, project, { kind: 'topic', id: input.topic_id });
      if (topic === undefined) return { data: [] };
      const data = await listSuggestions(db, project, { ...(topic === 0 ? {} : { topic }), page: input });
      return { data: data as Static<typeof Suggestion>[] };
    },
  }),
  defineOperation({
    id: 'create_prompt_suggestion',
    method: 'POST',
    path: '/prompts/suggestions',
    group,
    summary: 'Create Prompt Suggestion',
    scope: 'project',
    right: 'write',
    creates: true,
    is_idempotent: true,
    input: NewSuggestion.properties,
    output: Created,
    handle: async ({ context, project, input, write }) =>
      write(async (transaction) => {
        const draft = await toDraft(transaction, project, input);
        const book = await openBook(transaction, project, { texts: [draft.text], context });
        if (book.find(draft)) throw new AppError('duplicate', 'This prompt already exists for this country.');
        if (await isSuggested(transaction.db, project, draft)) {
          throw new AppError('duplicate', 'This prompt is already suggested for this country.');
        }
        const { volume } = input;
        const id = await insertSuggestion(transaction.db, project, {
          draft: { ...draft, ...(volume === undefined ? {} : { volume }) },
          now: context.now(),
        });
        return { id };
      }),
  }),
  defineOperation({
    id: 'accept_prompt_suggestion',
    method: 'POST',
    path: '/prompts/suggestions/{id}/accept',
    group,
    summary: 'Accept Prompt Suggestion',
    description: 'Creates a prompt from the suggestion and returns the ID of the prompt.',
    scope: 'project',
    right: 'write',
    is_idempotent: true,
    input: { id: Type.String() },
    output: Created,
    handle: async ({ context, project, input, write }) =>
      write(async (transaction) => {
        const { text, country, topic, tags, volume } = await close(transaction.db, project, {
          id: input.id,
          state: 'accepted',
        });
        const book = await openBook(transaction, project, { texts: [text], context });
        const { id } = await book.add({ text, country, topic, tags, ...(volume === 0 ? {} : { volume }) });
        await book.flush();
        return { id };
      }),
  }),
  defineOperation({
    id: 'reject_prompt_suggestion',
    method: 'POST',
    path: '/prompts/suggestions/{id}/reject',
    group,
    summary: 'Reject Prompt Suggestion',
    scope: 'project',
    right: 'write',
    input: { id: Type.String() },
    output: Done,
    handle: async ({ project, input, write }) =>
      write(async ({ db }) => {
        await close(db, project, { id: input.id, state: 'rejected' });
        return {};
      }),
  }),
];

async function close(db: Db, project: number, { id, state }: { id: string; state: 'accepted' | 'rejected' }) {
  const uuid = parseId('suggestion', id);
  const suggestion = uuid === null ? undefined : await closeSuggestion(db, project, { uuid, state });
  if (!suggestion) throw notFound('open suggestion');
  return suggestion;
}
