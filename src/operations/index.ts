import { brandOperations } from './brands.ts';
import { chatOperations } from './chats.ts';
import { classificationOperations } from './classifications.ts';
import { keyOperations } from './keys.ts';
import { modelOperations } from './models.ts';
import type { Operation } from './operation.ts';
import { profileOperations } from './profile.ts';
import { projectOperations } from './projects.ts';
import { promptOperations } from './prompts.ts';
import { reportOperations } from './reports.ts';
import { runOperations } from './runs.ts';
import { suggestionOperations } from './suggestions.ts';
import { tagOperations } from './tags.ts';
import { topicOperations } from './topics.ts';

/** Everything that the service can do. */
export const OPERATIONS: readonly Operation[] = [
  ...reportOperations,
  ...profileOperations,
  ...promptOperations,
  ...suggestionOperations,
  ...topicOperations,
  ...tagOperations,
  ...brandOperations,
  ...classificationOperations,
  ...chatOperations,
  ...runOperations,
  ...modelOperations,
  ...projectOperations,
  ...keyOperations,
];
