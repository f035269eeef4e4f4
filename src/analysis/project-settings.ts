import {
  DEFAULT_FURNITURE,
  EXTRACTION_VERSION,
  type FurniturePattern,
  type TrackedBrand,
} from '../extraction/extract.ts';
import { createSettings, type ExtractionSettings, findSameText } from '../extraction/settings.ts';
import { listTrackedBrands } from '../store/queries/brands.ts';
import { findChannels } from '../store/queries/channels.ts';
import {
  countExtractable,
  insertGeneration,
  purgeDeletedBrands,
  readGenerations,
  readLatestSettings,
  readSettings,
  replaceSettings,
  type StoredSettings,
  setNextGeneration,
} from '../store/queries/extractions.ts';
import { findJudge } from '../store/queries/judges.ts';
import { listProjectKeys } from '../store/queries/projects.ts';
import { findUnfinishedRun, updateRun } from '../store/queries/runs.ts';
import { DISCOVERY, wakeWork } from '../store/queries/work.ts';
import type { Db } from '../store/schema.ts';
import type { Access, Transaction } from '../store/store.ts';
import type { WorkServices } from '../work/kind.ts';
import { unlessDeleted } from '../work/unless-deleted.ts';
import { type ExtractionPlan, extractionWork } from './extraction-run.ts';

/** The settings that a project has now. */
export async function collectSettings(access: Access, project: number): Promise<ExtractionSettings> {
  const { db } = access;
  const brands = (await listTrackedBrands(db, project)) as TrackedBrand[];
  const channels = await findChannels(access, project);
  const judge = (await findJudge(db, project))?.version;
  const isCommon = channels.every(({ furniture }) => furniture === null);
  if (isCommon) return createSettings(brands, [...DEFAULT_FURNITURE], judge);
  const furniture = channels.flatMap(({ channel_id: channel, furniture: own }): FurniturePattern[] =>
    (own ?? DEFAULT_FURNITURE).map(({ text, cut }) => ({ channel, text, cut })),
  );
  return createSettings(brands, furniture, judge);
}

/** What a project without brands begins with. */
export function createFirstSettings(): StoredSettings {
  return toStored(createSettings([], [...DEFAULT_FURNITURE]));
}

function toStored(settings: ExtractionSettings): StoredSettings {
  return { settings: JSON.stringify(settings), brands: settings.brands.map(({ brand }) => brand) };
}

/**
 * Applies new settings. Without stored answers they take effect at once. Otherwise a new generation is made in the
 * background; if the settings change again meanwhile, the same run starts over.
 */
export async function applySettings(
  transaction: Transaction,
  project: number,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  const { db } = transaction;
  const collected = await collectSettings(transaction, project);
  const settings = toStored(collected);
  const { total, last_chat } = await countExtractable(db, project);
  const { generation } = await readGenerations(db, project);
  if (total === 0) {
    await replaceSettings(db, project, { generation, settings });
    await purgeDeletedBrands(db, project);
    return;
  }
  // What is tracked is not suggested, and the other way round.
  await wakeWork(db, { project, kind: DISCOVERY, subject: 0 });
  const next = await insertGeneration(db, project, { settings, now });
  const before = JSON.parse(await readSettings(db, project, generation)) as ExtractionSettings;
  const keepsPages = findSameText(before, collected);
  await setNextGeneration(db, project, { next_generation: next, next_source_generation: keepsPages ? 0 : next });
  const plan: ExtractionPlan = { generation: next, last_chat, cursor: null };
  const running = await findUnfinishedRun(db, project, extractionWork.kind);
  if (running) await updateRun(db, project, { run: running.run, update: { done: 0, total, plan, message: reason } });
  else await extractionWork.start(db, project, { total, plan, message: reason, now });
}

function readVersion(settings: string): number {
  return (JSON.parse(settings) as ExtractionSettings).version;
}

/** Starts a re-analysis wherever the facts were made by another version of the extraction. */
export async function renewOutdated({ store, now }: WorkServices): Promise<void> {
  for (const project of await listProjectKeys(store.db)) {
    const looking = store.read(project, ({ db }) => isOutdated(db, project));
    if (!(await unlessDeleted(looking))) continue;
    const renewing = store.write(project, async (transaction) => {
      // Another process may have started it meanwhile.
      if (!(await isOutdated(transaction.db, project))) return;
      await applySettings(transaction, project, { reason: 'A newer version re-analyzes the answers.', now: now() });
    });
    await unlessDeleted(renewing);
  }
}

/** Whether the project's facts were made by another version of the extraction than this program's. */
async function isOutdated(db: Db, project: number): Promise<boolean> {
  return readVersion(await readLatestSettings(db, project)) !== EXTRACTION_VERSION;
}
