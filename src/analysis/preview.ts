import { Preview } from '../domain/run.ts';
import { findBrandNames } from '../store/queries/brands.ts';
import { type Cursor, listExtractable } from '../store/queries/extractions.ts';
import { findRun, type RunRow, updateRun } from '../store/queries/runs.ts';
import type { Db } from '../store/schema.ts';
import { defineRunKind } from '../work/run-kind.ts';
import type { Reading } from './analyzed-chat.ts';
import type { AnalysisServices } from './extraction-run.ts';
import type { Readers } from './readers.ts';
import { toUnread } from './stored-answers.ts';

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
  { plan, readers, limit }: { plan: PreviewPlan; readers: Readers; limit: number },
): Promise<boolean> {
  const chats = await listExtractable(db, project, { ...plan, limit });
  const stored = await toUnread(db, project, chats);
  const unread = stored.map((answer) => ({ ...answer, sources: [] }));
  const [before, after] = await Promise.all([readers.read(plan.before, unread), readers.read(plan.after, unread)]);
  for (const reading of before) count(plan.counts, { reading, side: 'before' });
  for (const reading of after) count(plan.counts, { reading, side: 'after' });
  const last = chats.at(-1);
  if (last) plan.cursor = { date: last.date, chat: last.chat };
  plan.answers += chats.length;
  return chats.length < limit;
}

function count(counts: PreviewPlan['counts'], { reading, side }: { reading: Reading; side: 'before' | 'after' }): void {
  for (const { brand, mention_count } of reading.mentions) {
    counts[brand] ??= { mentions_before: 0, mentions_after: 0, chats_before: 0, chats_after: 0 };
    counts[brand]![`mentions_${side}`] += mention_count;
    counts[brand]![`chats_${side}`] += 1;
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

/** Counts over all answers, in the background. */
export const previewWork = defineRunKind<AnalysisServices, PreviewPlan, typeof Preview>({
  kind: 'preview',
  concurrency: 1,
  is_heavy: true,
  result: Preview,
  step: stepPreviewRun,
});

async function stepPreviewRun(
  { store, readers, now }: AnalysisServices,
  { project, run, plan: text }: RunRow,
  { plan }: { plan: PreviewPlan },
): Promise<void> {
  const isComplete = await stepPreview(store.db, project, { plan, readers, limit: CHATS_PER_STEP });
  const result = isComplete ? await toPreview(store.db, project, plan) : undefined;
  await store.write(project, async ({ db }) => {
    // A worker whose lease ran out may be late: what others have done meanwhile stands.
    if ((await findRun(db, project, run))?.plan !== text) return;
    await updateRun(db, project, {
      run,
      update: {
        done: plan.answers,
        plan,
        ...(result ? { state: 'done', result, total: plan.answers, finished_at: now() } : {}),
      },
    });
  });
}
