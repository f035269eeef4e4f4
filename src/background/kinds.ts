import { extractionWork } from '../analysis/extraction-run.ts';
import { previewWork } from '../analysis/preview.ts';
import { asking } from '../collection/asking.ts';
import { budgetWatch } from '../collection/budget-watch.ts';
import { collectionWork } from '../collection/collection-run.ts';
import { judging } from '../collection/judging.ts';
import { scheduleWork } from '../collection/schedule.ts';
import type { CollectionServices } from '../collection/services.ts';
import { importWork } from '../ingestion/import-run.ts';
import { changes } from '../notifications/changes.ts';
import { delivery } from '../notifications/delivery.ts';
import { digest } from '../notifications/digest.ts';
import type { NotificationServices } from '../notifications/services.ts';
import type { WorkKind } from '../work/kind.ts';
import { brandNews } from './brand-news.ts';
import { discovery } from './discovery.ts';
import { cleanup, compaction, createSumming, tidying } from './upkeep.ts';

/** What all kinds of work together need. */
export type BackgroundServices = CollectionServices & NotificationServices;

/** Work that clients see under `/runs`. */
export const RUN_KINDS = [extractionWork, previewWork, importWork, collectionWork] as const;

/** Every kind of background work, for one worker: some remember what they did. */
export const createWorkKinds = (): readonly WorkKind<BackgroundServices>[] => [
  ...RUN_KINDS,
  asking,
  discovery,
  judging,
  scheduleWork,
  delivery,
  changes,
  digest,
  brandNews,
  budgetWatch,
  compaction,
  createSumming(),
  tidying,
  cleanup,
];
