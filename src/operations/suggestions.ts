import { type Static, Type } from 'typebox';
import { findIdeas } from '../collection/generate-suggestions.ts';
import { CountryCode, toCountryKey } from '../domain/countries.ts';
import { Created, Paging, Strict } from '../domain/paging.ts';
import { NewSuggestion, Suggestion } from '../domain/prompt.ts';
import { TEMPLATE_LANGUAGES } from '../domain/template-languages.ts';
import { AppError, invalid } from '../errors.ts';
import { findKey } from '../store/queries/lookups.ts';
import { listSuggestions } from '../store/queries/prompts.ts';
import { closeSuggestion, insertSuggestion, isSuggested, listKnownTexts } from '../store/queries/suggestions.ts';
import { createClose, defineRejection } from './define-rejection.ts';
import { requireAskable } from './objects.ts';
import { defineOperation } from './operation.ts';
import { openBook, toDraft } from './prompts.ts';

const OTHER_TEMPLATES = TEMPLATE_LANGUAGES.filter((code) => code !== 'en')
  .map((code) => `\`${code}\``)
  .join(', ');

const group = 'Prompt suggestions';
const close = createClose('suggestion', closeSuggestion);

export const suggestionOperations = [
  defineOperation({
    id: 'list_prompt_suggestions',
    method: 'GET',
    path: '/prompts/suggestions',
    group,
    summary: 'List Prompt Suggestions',
    tool: 'Prompts that were suggested and are neither accepted nor rejected.',
    description: 'Open suggestions, by volume, highest first.',
    scope: 'project',
    right: 'read',
    is_remembered: true,
    input: { topic_id: Type.Optional(Type.String()), ...Paging },
    output: Strict({ data: Type.Array(Suggestion) }),
    handle: async ({ reader: { db }, project, input }) => {
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
          source: 'manual',
          now: context.now(),
        });
        return { id };
      }),
  }),
  defineOperation({
    id: 'generate_prompt_suggestions',
    method: 'POST',
    path: '/prompts/suggestions/generate',
    group,
    summary: 'Generate Prompt Suggestions',
    description:
      'Adds suggestions made from the profile, brands and topics: by the model of a channel, which costs money and takes up to 110 seconds, or from templates. Suggestions that are too similar to a prompt or an earlier suggestion are left out.',
    scope: 'project',
    right: 'write',
    input: {
      count: Type.Integer({ minimum: 1, maximum: 50 }),
      country_code: Type.Optional(CountryCode),
      topic_id: Type.Optional(Type.String()),
      model_channel_id: Type.Optional(Type.String({ description: 'Without it, templates are used.' })),
      language: Type.Optional(
        Type.String({
          pattern: '^[a-z]{2,3}$',
          description: `An ISO 639 code such as \`de\`: the language in which the model writes. Default: the language of the country. Templates are in English by default; the others are ${OTHER_TEMPLATES}.`,
        }),
      ),
    },
    output: Strict({ created: Type.Integer() }),
    handle: async ({ context, project, input, signal, write }) => {
      const { count, country_code, topic_id, model_channel_id, language } = input;
      const { db } = context.store;
      const topic = topic_id === undefined ? 0 : await findKey(db, project, { kind: 'topic', id: topic_id });
      if (topic === undefined) throw invalid('topic_id', `There is no topic ${topic_id!.slice(0, 100)}.`);
      const ideas = await findIdeas(context, project, {
        count,
        country: country_code === undefined ? undefined : toCountryKey(country_code),
        topic,
        language,
        channel: model_channel_id === undefined ? undefined : await requireAskable(db, project, model_channel_id),
        signal,
      });
      return write(async (transaction) => {
        // Another request may have had the same ideas meanwhile.
        const known = new Set(await listKnownTexts(transaction.db, project, ideas.country));
        const texts = ideas.texts.filter((text) => !known.has(text));
        const drafts = texts.map((text) => ({ text, country: ideas.country, topic, tags: [] }));
        for (const draft of drafts) {
          await insertSuggestion(transaction.db, project, { draft, source: ideas.source, now: context.now() });
        }
        return { created: drafts.length };
      });
    },
  }),
  defineOperation({
    id: 'accept_prompt_suggestion',
    method: 'POST',
    path: '/prompts/suggestions/{id}/accept',
    group,
    summary: 'Accept Prompt Suggestion',
    tool: 'Makes a suggestion a prompt.',
    description: 'Creates a prompt from the suggestion and returns the ID of the prompt.',
    scope: 'project',
    right: 'write',
    is_idempotent: true,
    input: {
      id: Type.String(),
      country_code: Type.Optional(
        Type.With(CountryCode, { description: 'The country of the prompt. Default: that of the suggestion.' }),
      ),
    },
    output: Created,
    handle: async ({ context, project, input, write }) =>
      write(async (transaction) => {
        const suggestion = await close(transaction.db, project, { id: input.id, state: 'accepted' });
        const { text, topic, tags, volume } = suggestion;
        const country = input.country_code === undefined ? suggestion.country : toCountryKey(input.country_code);
        const book = await openBook(transaction, project, { texts: [text], context });
        const { id } = await book.add({ text, country, topic, tags, ...(volume === 0 ? {} : { volume }) });
        await book.flush();
        return { id };
      }),
  }),
  defineRejection({
    id: 'reject_prompt_suggestion',
    path: '/prompts/suggestions/{id}/reject',
    group,
    summary: 'Reject Prompt Suggestion',
    tool: 'Drops a suggested prompt.',
    close,
  }),
];
