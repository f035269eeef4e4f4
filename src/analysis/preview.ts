import type { Preview } from '../domain/run.ts';
import type { Analyzer } from '../extraction/settings.ts';
import { findBrandNames } from '../store/brands.ts';
import { type Cursor, type ExtractableChat, listExtractable } from '../store/extractions.ts';
import { type RunRow, updateRun } from '../store/runs.ts';
import type { Db } from '../store/schema.ts';
import { analyze, createBreath } from './analyzed-chat.ts';
import type { Analyzers } from './analyzers.ts';
import type { Background } from './extraction-run.ts';

const CHATS_PER_STEP = 1000;
/** The key under which a brand is counted that does not exist yet. */
export const NEW_BRAND = 0;

interface Counts {
  mentions_before: number;
  mentions_after: number;
  chats_before: number;
  chats_after: number;
}

/** How far a preview has come; settings are as the store keeps them. */
export interface PreviewPlan {
  before: string;
  after: string;
  new_name: string | null;
  last_chat: number;
  cursor: Cursor | null;
  answers: number;
  counts: Record<string, Counts>;
}

/** Counts what the next chats would give before and after; true when there are no more. */
export async function stepPreview(
  db: Db,
  project: number,
  { plan, analyzers, limit }: { plan: PreviewPlan; analyzers: Analyzers; limit: number },
): Promise<boolean> {
  const chats = await listExtractable(db, project, { ...plan, limit });
  const before = analyzers.get(plan.before);
  const after = analyzers.get(plan.after);
  const breathe = createBreath();
  for (const chat of chats) {
    count(plan.counts, { chat, analyzer: before, side: 'before' });
    count(plan.counts, { chat, analyzer: after, side: 'after' });
    await breathe();
  }
  const last = chats.at(-1);
  if (last) plan.cursor = { date: last.date, chat: last.chat };
  plan.answers += chats.length;
  return chats.length < limit;
}

function count(
  counts: PreviewPlan['counts'],
  {
    chat: { answer, channel },
    analyzer,
    side,
  }: { chat: ExtractableChat; analyzer: Analyzer; side: 'before' | 'after' },
): void {
  for (const finding of analyze(analyzer, { answer, channel, sources: [] }).brands) {
    counts[finding.brand] ??= { mentions_before: 0, mentions_after: 0, chats_before: 0, chats_after: 0 };
    counts[finding.brand]![`mentions_${side}`] += finding.count;
    counts[finding.brand]![`chats_${side}`] += 1;
  }
}

/** The outcome: brands whose numbers would change, and the one that is edited whether they do or not. */
export async function toPreview(db: Db, project: number, plan: PreviewPlan): Promise<Preview> {
  const names = await findBrandNames(db, project);
  const brands = Object.entries(plan.counts)
    .map(([key, counts]) => ({ key: Number(key), counts }))
    .filter(
      ({ counts }) => counts.mentions_before !== counts.mentions_after || counts.chats_before !== counts.chats_after,
    )
    .map(({ key, counts }) => {
      const known = names.get(key);
      return { id: known?.id ?? null, name: known?.name ?? plan.new_name ?? '', ...counts };
    });
  return { answers: plan.answers, brands };
}

/** The same over all answers, in the background. */
export async function stepPreviewRun(
  { store, analyzers, now }: Background,
  { project, run, plan: text }: RunRow,
): Promise<void> {
  const plan = JSON.parse(text) as PreviewPlan;
  const isComplete = await stepPreview(store.db, project, { plan, analyzers, limit: CHATS_PER_STEP });
  const result = isComplete ? await toPreview(store.db, project, plan) : undefined;
  await store.write(({ db }) =>
    updateRun(db, project, {
      run,
      update: {
        done: plan.answers,
        plan,
        ...(result ? { state: 'done', result, total: plan.answers, finished_at: now() } : {}),
      },
    }),
  );
}
