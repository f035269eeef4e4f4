import { extractionWork } from '../analysis/extraction-run.ts';
import { previewWork } from '../analysis/preview.ts';
import type { Readers } from '../analysis/readers.ts';
import { importWork } from '../ingestion/import-run.ts';
import type { WorkKind, WorkServices } from '../work/kind.ts';
import { cleanup, compaction, tidying } from './upkeep.ts';

/** What all kinds of work together need. */
export interface BackgroundServices extends WorkServices {
  readers: Readers;
}

/** Work that clients see under `/runs`. */
export const RUN_KINDS = [extractionWork, previewWork, importWork] as const;

/** Every kind of background work. */
export const WORK_KINDS: readonly WorkKind<BackgroundServices>[] = [...RUN_KINDS, compaction, tidying, cleanup];
