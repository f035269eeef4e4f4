import { replaceNames } from '../store/queries/chat-names.ts';
import {
  deleteSourcesOf,
  type ExtractableChat,
  findMentions,
  forgetOldGenerations,
  type Generations,
  listExtractable,
  readGenerations,
  readSettings,
  setLanguages,
  switchGeneration,
} from '../store/queries/extractions.ts';
import { isCounted } from '../store/queries/facts.ts';
import { findRun, type RunRow, updateRun } from '../store/queries/runs.ts';
import { addSources } from '../store/queries/sources.ts';
import type { Db } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';
import type { WorkServices } from '../work/kind.ts';
import { defineRunKind } from '../work/run-kind.ts';
import type { Reading } from './analyzed-chat.ts';
import type { Readers } from './readers.ts';
import { replaceMentions } from './replace-mentions.ts';
import { toUnread } from './stored-answers.ts';

const CHATS_PER_STEP = 1000;

/** What analyzing stored answers needs. */
export interface AnalysisServices extends WorkServices {
  readers: Readers;
}

/** How far an extraction has come. */
export interface ExtractionPlan {
  generation: number;
  last_chat: number;
  cursor: { date: string; chat: number } | null;
}

/** Re-analyzes a project's answers with new settings. */
export const extractionWork = defineRunKind<AnalysisServices, ExtractionPlan>({
  kind: 'extraction',
  concurrency: 1,
  is_heavy: true,
  step: stepExtraction,
});

/**
 * Re-analyzes the next chats of a run, and switches over to the new generation after the last. Each step is one
 * transaction, from reading the answers to writing their facts, so that nothing can change between the two.
 */
async function stepExtraction({ store, readers, now }: AnalysisServices, { project, run }: RunRow): Promise<void> {
  const step = async (transaction: Transaction): Promise<boolean> => {
    const { db } = transaction;
    const row = await findRun(db, project, run);
    if (row?.state !== 'running') return false;
    const plan = JSON.parse(row.plan) as ExtractionPlan;
    const generations = await readGenerations(db, project);
    const { next_generation: generation, next_source_generation } = generations;
    const chats = await listExtractable(db, project, { ...plan, limit: CHATS_PER_STEP });
    const readings = await readChats(db, readers, { project, generations, chats });
    const languages = chats.flatMap(({ chat, language }, index) =>
      readings[index]!.language === language ? [] : [{ chat, language: readings[index]!.language }],
    );
    // A chat that was replaced meanwhile has its facts of this generation already.
    await replaceMentions(transaction, project, { generation, chats, readings });
    if (next_source_generation !== 0) await renewSources(transaction, project, { generation, chats, readings });
    await setLanguages(db, project, languages);
    const done = row.done + chats.length;
    if (chats.length === CHATS_PER_STEP) {
      const { date, chat } = chats.at(-1)!;
      await updateRun(db, project, { run, update: { done, plan: { ...plan, cursor: { date, chat } } } });
      return false;
    }
    await switchGeneration(transaction, project);
    await updateRun(db, project, { run, update: { state: 'done', done, total: done, finished_at: now() } });
    return true;
  };
  const isComplete = await store.write(project, step, { is_large: true });
  if (isComplete) await store.write(project, ({ db }) => forgetOldGenerations(db, project), { is_large: true });
}

/** Reads answers with the next settings. Where those cannot find other mentions, the ones that reports show are taken over. */
async function readChats(
  db: Db,
  readers: Readers,
  { project, generations, chats }: { project: number; generations: Generations; chats: readonly ExtractableChat[] },
): Promise<Reading[]> {
  const { generation, next_generation, next_source_generation } = generations;
  const settings = await readSettings(db, project, next_generation);
  const answers = await toUnread(db, project, chats);
  if (next_source_generation !== 0) return readers.read(settings, answers, { hasNames: true });
  const before = await readSettings(db, project, generation);
  const readings = await readers.readChanged(settings, before, answers);
  const unchanged = chats.flatMap(({ chat }, index) => (readings[index] ? [] : [chat]));
  const known = await findMentions(db, project, { generation, chats: unchanged });
  return readings.map((reading, index) => {
    const { chat, status, language } = chats[index]!;
    return reading ?? { status, language, mentions: known.get(chat) ?? [], pages: [], names: '', excerpt: null };
  });
}

/** Writes the pages and names of re-analyzed chats, for settings that may find others. */
async function renewSources(
  transaction: Transaction,
  project: number,
  {
    generation,
    chats,
    readings,
  }: { generation: number; chats: readonly ExtractableChat[]; readings: readonly Reading[] },
): Promise<void> {
  const keys = chats.map(({ chat }) => chat);
  await deleteSourcesOf(transaction.db, project, { generation, chats: keys });
  const counted = chats.flatMap(({ date, prompt, channel, country, chat }, index) => {
    const { status, pages } = readings[index]!;
    const place = { project, date, prompt, channel, country, chat };
    return isCounted(status) ? [{ chat: place, generation, pages }] : [];
  });
  await addSources(transaction, project, counted);
  await replaceNames(
    transaction,
    project,
    keys.map((chat, index) => ({ chat, names: readings[index]!.names })),
  );
}
