import { Type } from 'typebox';
import { CountryCode } from '../domain/countries.ts';
import { Created, List, Paging, Strict, toList } from '../domain/paging.ts';
import { closeTopicSuggestion, listTopicSuggestions } from '../store/queries/topic-suggestions.ts';
import { insertTopic } from '../store/queries/topics.ts';
import { createClose, defineRejection } from './define-rejection.ts';
import { defineOperation } from './operation.ts';

const group = 'Topic suggestions';
const close = createClose('topic_suggestion', closeTopicSuggestion);

export const topicSuggestionOperations = [
  defineOperation({
    id: 'list_topic_suggestions',
    method: 'GET',
    path: '/topics/suggestions',
    group,
    summary: 'List Topic Suggestions',
    description: 'Products and services of the project profile that are not topics yet.',
    scope: 'project',
    right: 'read',
    is_remembered: true,
    input: Paging,
    output: List(Strict({ id: Type.String(), name: Type.String() })),
    handle: async ({ reader, project, input }) => toList(await listTopicSuggestions(reader.db, project, input)),
  }),
  defineOperation({
    id: 'accept_topic_suggestion',
    method: 'POST',
    path: '/topics/suggestions/{id}/accept',
    group,
    summary: 'Accept Topic Suggestion',
    description: 'Creates a topic from the suggestion and returns the ID of the topic.',
    scope: 'project',
    right: 'write',
    is_idempotent: true,
    input: { id: Type.String(), country_code: Type.Optional(CountryCode) },
    output: Created,
    handle: async ({ context: { config, now }, project, input: { id, country_code }, write }) =>
      write(async (transaction) => {
        const name = await close(transaction.db, project, { id, state: 'accepted' });
        const topic = { name, ...(country_code === undefined ? {} : { country_code }) };
        return { id: await insertTopic(transaction, project, { topic, maximum: config.MAX_TOPICS, now: now() }) };
      }),
  }),
  defineRejection({
    id: 'reject_topic_suggestion',
    path: '/topics/suggestions/{id}/reject',
    group,
    summary: 'Reject Topic Suggestion',
    description: 'The topic is not suggested again.',
    close,
  }),
];
