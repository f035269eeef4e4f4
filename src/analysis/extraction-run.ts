import {
  addStatusChanges,
  deleteMentionsOf,
  forgetOldGenerations,
  listExtractable,
  readGenerations,
  readSettings,
  switchGeneration,
} from '../store/extractions.ts';
import type { MentionTable } from '../store/fact-schema.ts';
import { addMentions, isCounted } from '../store/facts.ts';
import { findRun, type RunRow, updateRun } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import { analyze, createBreath, toFacts, toPages } from './analyzed-chat.ts';
import type { Analyzers } from './analyzers.ts';
import type { ExtractionPlan } from './project-settings.ts';

const CHATS_PER_STEP = 1000;

export interface Background {
  store: Store;
  analyzers: Analyzers;
  now(): Date;
}

/**
 * Reads the next chats of a run again, and switches over to the new generation after the last. Each step is one
 * transaction, from reading the answers to writing their facts, so that nothing can change between the two.
 */
export async function stepExtraction({ store, analyzers, now }: Background, { project, run }: RunRow): Promise<void> {
  const isComplete = await store.write(async (transaction) => {
    const { db } = transaction;
    const row = await findRun(db, project, run);
    if (row?.state !== 'running') return false;
    const plan = JSON.parse(row.plan) as ExtractionPlan;
    const { next_generation: generation } = await readGenerations(db, project);
    const analyzer = analyzers.get(await readSettings(db, project, generation));
    const chats = await listExtractable(db, project, { ...plan, limit: CHATS_PER_STEP });
    const mentions: MentionTable[] = [];
    const changes: { chat: number; status: number; sources: string }[] = [];
    const breathe = createBreath();
    for (const { chat, date, prompt, channel, country, status, answer, sources } of chats) {
      const analysis = analyze(analyzer, { answer, channel, sources: JSON.parse(sources) });
      const facts = toFacts(analysis, { place: { project, date, prompt, channel, country, chat }, generation });
      if (isCounted(facts.status)) mentions.push(...facts.mentions);
      if (facts.status !== status)
        changes.push({ chat, status: facts.status, sources: JSON.stringify(toPages(analysis.sources)) });
      await breathe();
    }
    // A chat that was replaced meanwhile has its facts of this generation already.
    await deleteMentionsOf(db, project, { generation, chats: chats.map(({ chat }) => chat) });
    await addMentions(transaction, project, mentions);
    await addStatusChanges(transaction, project, { generation, changes });
    const done = row.done + chats.length;
    if (chats.length === CHATS_PER_STEP) {
      const { date, chat } = chats.at(-1)!;
      await updateRun(db, project, { run, update: { done, plan: { ...plan, cursor: { date, chat } } } });
      return false;
    }
    await switchGeneration(transaction, project);
    await updateRun(db, project, { run, update: { state: 'done', done, total: done, finished_at: now() } });
    return true;
  });
  if (isComplete) await store.write(({ db }) => forgetOldGenerations(db, project));
}
