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
const Params = Strict({ id: Type.String() });

export const suggestionOperations = [
  defineOperation({
    id: 'list_prompt_suggestions',
    method: 'GET',
    path: '/prompts/suggestions',
    group,
    summary: 'List Prompt Suggestions',
    description: 'Open suggestions, the ones asked most often first.',
    scope: 'project',
    right: 'read',
    status: 200,
    query: Strict({ topic_id: Type.Optional(Type.String()), ...Paging }),
    output: Strict({ data: Type.Array(Suggestion) }),
    handle: async ({ context, project, query }) => {
      const { db } = context.store;
      const topic =
        query.topic_id === undefined ? 0 : await findKey(db, project, { kind: 'topic', id: query.topic_id });
      if (topic === undefined) return { data: [] };
      const data = await listSuggestions(db, project, { ...(topic === 0 ? {} : { topic }), page: query });
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
    status: 201,
    is_idempotent: true,
    body: NewSuggestion,
    output: Created,
    handle: async ({ context, project, body, write }) =>
      write(async (transaction) => {
        const draft = await toDraft(transaction, project, body);
        const book = await openBook(transaction, project, { texts: [draft.text], context });
        if (book.find(draft)) throw new AppError('duplicate', 'This prompt exists for the country already.');
        if (await isSuggested(transaction.db, project, draft)) {
          throw new AppError('duplicate', 'This prompt is suggested for the country already.');
        }
        const { volume } = body;
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
    description: 'Makes a prompt of the suggestion and answers with its id.',
    scope: 'project',
    right: 'write',
    status: 200,
    is_idempotent: true,
    params: Params,
    output: Created,
    handle: async ({ context, project, params, write }) =>
      write(async (transaction) => {
        const { text, country, topic, tags, volume } = await close(transaction.db, project, {
          id: params.id,
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
    status: 200,
    params: Params,
    output: Done,
    handle: async ({ project, params, write }) =>
      write(async ({ db }) => {
        await close(db, project, { id: params.id, state: 'rejected' });
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
