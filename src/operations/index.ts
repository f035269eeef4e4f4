import { actionOperations } from './actions.ts';
import { brandSuggestionOperations } from './brand-suggestions.ts';
import { brandOperations } from './brands.ts';
import { channelOperations } from './channels.ts';
import { chatOperations } from './chats.ts';
import { classificationOperations } from './classifications.ts';
import { collectionOperations } from './collection.ts';
import { correctionOperations } from './corrections.ts';
import { factOperations } from './facts.ts';
import { judgeOperations } from './judge.ts';
import { keyOperations } from './keys.ts';
import { modelOperations } from './models.ts';
import { profileOperations } from './profile.ts';
import { projectOperations } from './projects.ts';
import { promptOperations } from './prompts.ts';
import { reportOperations } from './reports.ts';
import { runOperations } from './runs.ts';
import { scheduleOperations } from './schedule.ts';
import { secretOperations } from './secrets.ts';
import { shareLinkOperations } from './share-links.ts';
import { suggestionOperations } from './suggestions.ts';
import { tagOperations } from './tags.ts';
import { topicSuggestionOperations } from './topic-suggestions.ts';
import { topicOperations } from './topics.ts';
import { webhookOperations } from './webhooks.ts';

/** Everything that the service can do. */
export const OPERATIONS = [
  ...reportOperations,
  ...factOperations,
  ...actionOperations,
  ...profileOperations,
  ...promptOperations,
  ...suggestionOperations,
  ...topicOperations,
  ...topicSuggestionOperations,
  ...tagOperations,
  ...brandOperations,
  ...brandSuggestionOperations,
  ...classificationOperations,
  ...chatOperations,
  ...correctionOperations,
  ...judgeOperations,
  ...scheduleOperations,
  ...runOperations,
  ...collectionOperations,
  ...modelOperations,
  ...channelOperations,
  ...secretOperations,
  ...projectOperations,
  ...keyOperations,
  ...shareLinkOperations,
  ...webhookOperations,
];

type Listed = (typeof OPERATIONS)[number];

/** Each operation by its id. */
export type OperationsById = { [Known in Listed as Known['id']]: Known };

/** Each operation by its method and path, such as `POST /reports/brands`. */
export type OperationsByRoute = { [Known in Listed as `${Known['method']} ${Known['path']}`]: Known };

const byId = Object.fromEntries(OPERATIONS.map((operation) => [operation.id, operation])) as OperationsById;

export function getOperation<Id extends keyof OperationsById>(id: Id): OperationsById[Id] {
  return byId[id];
}
