import type { NewChat } from '../domain/chat.ts';
import { toExternalFingerprint } from '../domain/fingerprint.ts';
import { toId } from '../ids.ts';
import { storeChats } from '../ingestion/ingest-chats.ts';
import { toEntry } from '../ingestion/intake.ts';
import type { Readings } from '../ingestion/readings.ts';
import { correctBooking } from '../store/queries/spending.ts';
import { endAsks, listOwned, type TaskEnd } from '../store/queries/tasks.ts';
import type { Transaction } from '../store/store.ts';
import { type AskedTask, afterAnswer, afterLoss } from './outcomes.ts';
import type { CollectionServices } from './services.ts';

/** An ask that is over. */
export interface EndedAsk {
  task: AskedTask & { id: string; reserved_on: string | null };
  /** What becomes of the task, where there is no answer. */
  next?: TaskEnd['next'];
  answer?: {
    chat: NewChat;
    /** In billionths of a dollar; null: unknown. */
    cost: number | null;
    searches: number;
    /** What the provider sent, compressed; null: it is not kept. */
    raw: Promise<string | null>;
  };
}

/**
 * Stores answers and what became of their tasks, all of it or nothing. Asks whose task somebody else has taken over leave
 * nothing behind. Returns how many tasks of each run have ended.
 */
export async function settle(
  transaction: Transaction,
  project: number,
  { services, asks, readings }: { services: CollectionServices; asks: readonly EndedAsk[]; readings: Readings },
): Promise<Map<number, number>> {
  const { db } = transaction;
  const owned = await listOwned(
    db,
    project,
    asks.map(({ task }) => task),
  );
  const ours = asks.filter(({ task }) => owned.has(task.task));
  const answered = ours.filter(({ answer }) => answer !== undefined);
  const entries = answered.map(({ answer }, index) => toEntry(index, answer!.chat));
  const { keys } = await storeChats(transaction, project, { services, entries, on_duplicate: 'skip', readings });
  const ends = ours.map(({ task, next, answer }): TaskEnd => {
    const { run, task: key, attempts, cuts } = task;
    if (!answer) return { run, task: key, attempts, cuts, next: next! };
    const chat = keys.get(toExternalFingerprint(toId('task', task.id)));
    const { cost, searches } = answer;
    if (chat === undefined) return { run, task: key, attempts, cuts, next: afterLoss(task, cost) };
    const { input_tokens = null, output_tokens = null } = answer.chat;
    return {
      run,
      task: key,
      attempts,
      cuts,
      next: afterAnswer(task, { cost, input_tokens, output_tokens, searches, chat }),
    };
  });
  await endAsks(db, project, ends);
  await keepRaw(transaction, project, { services, answered, ends });
  await correctBookings(transaction, project, { ours, ends });
  return countByRun(ends.filter(({ next }) => next.state !== 'queued'));
}

async function keepRaw(
  { append }: Transaction,
  project: number,
  {
    services,
    answered,
    ends,
  }: { services: CollectionServices; answered: readonly EndedAsk[]; ends: readonly TaskEnd[] },
): Promise<void> {
  const chatOf = new Map(ends.map(({ task, next }) => [task, next.chat]));
  const received_at = services.now().toISOString();
  const raws = await Promise.all(answered.map(({ answer }) => answer!.raw));
  const rows = answered.flatMap(({ task }, index) => {
    const chat = chatOf.get(task.task) ?? 0;
    const body = raws[index]!;
    return chat === 0 || body === null ? [] : [{ project, chat, received_at, body }];
  });
  if (rows.length > 0) await append('raw_responses', rows);
}

/** The true costs take the places of the reservations, on the days of these. */
async function correctBookings(
  { db }: Transaction,
  project: number,
  { ours, ends }: { ours: readonly EndedAsk[]; ends: readonly TaskEnd[] },
): Promise<void> {
  const byDay = new Map<string, number>();
  ends.forEach(({ next }, index) => {
    const { reservation, reserved_on } = ours[index]!.task;
    if (next.keeps_reservation || reserved_on === null) return;
    byDay.set(reserved_on, (byDay.get(reserved_on) ?? 0) + (next.cost ?? 0) - reservation);
  });
  for (const [day, amount] of byDay) await correctBooking(db, project, { day, amount });
}

function countByRun(ends: readonly TaskEnd[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { run } of ends) counts.set(run, (counts.get(run) ?? 0) + 1);
  return counts;
}
