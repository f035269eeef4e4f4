import type { ConfigKind } from './config-kind.ts';
import { brands } from './kinds/brands.ts';
import { channels } from './kinds/channels.ts';
import { domainClassifications, urlClassifications } from './kinds/classifications.ts';
import { notifications } from './kinds/notifications.ts';
import { prompts } from './kinds/prompts.ts';
import { schedule } from './kinds/schedule.ts';
import { tags } from './kinds/tags.ts';
import { topics } from './kinds/topics.ts';

/** What a configuration file can have, in its order. What others refer to comes before them. */
export const CONFIG_KINDS: readonly ConfigKind[] = [
  brands,
  topics,
  tags,
  prompts,
  channels,
  schedule,
  domainClassifications,
  urlClassifications,
  notifications,
];
