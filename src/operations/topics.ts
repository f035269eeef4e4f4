import { NewTopic, Topic, TopicChanges } from '../domain/topic.ts';
import { deleteTopic, insertTopic, listTopics, updateTopic } from '../store/queries/topics.ts';
import { defineNamedResource } from './named-resource.ts';

export const topicOperations = defineNamedResource({
  kind: 'topic',
  tools: {
    list: 'The topics of the project. Use it to find the ID of a topic.',
    create: 'Adds a topic to sort prompts into.',
  },
  item: Topic,
  created: NewTopic,
  changes: TopicChanges,
  filters: {},
  list: listTopics,
  insert: (transaction, project, { value, context }) =>
    insertTopic(transaction, project, { topic: value, maximum: context.config.MAX_TOPICS, now: context.now() }),
  update: ({ db }, project, { key, changes }) => updateTopic(db, project, { topic: key, changes }),
  remove: ({ db }, project, { key }) => deleteTopic(db, project, key),
  removal: 'Deletes the topic. Its prompts are kept, without a topic.',
});
