import { type Batch, createBatchResult } from '../domain/batch.ts';
import { NewChat } from '../domain/chat.ts';
import { type Line, parseJson } from '../domain/json.ts';
import { createValidator } from '../domain/validation.ts';
import { AppError } from '../errors.ts';
import type { Transaction } from '../store/store.ts';
import { createImportProgress } from './import-run.ts';
import { ingestChats } from './ingest-chats.ts';
import type { Entry, Intake } from './intake.ts';
import { type Readings, readAhead } from './readings.ts';

const LINES_PER_TRANSACTION = 1000;
const CHARACTERS_PER_TRANSACTION = 2 * 1024 * 1024;

const parseChat = createValidator(NewChat, 'The chat');

/** Takes chats that came as one document: all in one transaction. */
export async function takeChats(intake: Intake, chats: readonly unknown[]): Promise<Batch> {
  const parsed = createBatchResult();
  const entries = chats.flatMap((input, index): Entry[] => {
    const chat = parsed.attempt(index, () => parseChat(input));
    return chat ? [{ index, chat }] : [];
  });
  const readings = await readAhead(intake, entries);
  return keep(intake, async (transaction) => {
    const result = createBatchResult();
    result.merge(parsed.toBatch());
    result.merge(await ingest(intake, { transaction, entries, readings }));
    return result.toBatch();
  });
}

/** Takes chats line by line, in batches that are one transaction each; from the second batch on it is shown as a run. */
export async function takeLines(intake: Intake, lines: AsyncIterable<Line>): Promise<Batch> {
  const result = createBatchResult();
  const progress = createImportProgress(intake);
  try {
    for await (const { entries, readings, seen } of ahead(readBatches(intake, toBatches(lines, result)))) {
      intake.signal.throwIfAborted();
      progress.advance(seen);
      const part = await keep(intake, async (transaction) => {
        await progress.record(transaction);
        return ingest(intake, { transaction, entries, readings });
      });
      progress.settle();
      result.merge(part);
    }
  } catch (error) {
    await progress.finish('failed', 'Ended early. Send it again: what was stored is skipped.');
    throw error;
  }
  const batch = result.toBatch();
  await progress.finish(
    'done',
    `${batch.accepted} accepted, ${batch.duplicates} duplicates, ${batch.rejected_count} rejected.`,
  );
  return batch;
}

function ingest(
  { services, project, on_duplicate }: Intake,
  { transaction, entries, readings }: { transaction: Transaction; entries: readonly Entry[]; readings: Readings },
): Promise<Batch> {
  return ingestChats(transaction, project, { services, entries, on_duplicate, readings });
}

/** Ends a transaction without keeping anything, and carries what it would have returned. */
class DryRun extends Error {
  readonly batch: Batch;
  constructor(batch: Batch) {
    super('dry run');
    this.batch = batch;
  }
}

async function keep({ dry_run, write }: Intake, work: (transaction: Transaction) => Promise<Batch>): Promise<Batch> {
  try {
    return await write(async (transaction) => {
      const batch = await work(transaction);
      if (dry_run) throw new DryRun(batch);
      return batch;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.batch;
    throw error;
  }
}

/** Batches with what was read in their answers. */
async function* readBatches(intake: Intake, batches: ReturnType<typeof toBatches>) {
  for await (const batch of batches) yield { ...batch, readings: await readAhead(intake, batch.entries) };
}

/** Fetches the next item while the current one is in use, so that reading and storing overlap. */
async function* ahead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next();
  while (true) {
    const { done, value } = await next;
    if (done) return;
    next = items.next();
    // Whoever stops early does not need to hear that the next one failed.
    next.catch(() => {});
    yield value;
  }
}

/** Lines as batches of entries, and how many lines were seen up to there. */
async function* toBatches(lines: AsyncIterable<Line>, result: ReturnType<typeof createBatchResult>) {
  let entries: Entry[] = [];
  let characters = 0;
  let seen = 0;
  for await (const line of lines) {
    const index = seen;
    seen += 1;
    if (typeof line === 'string' && line.trim() === '') continue;
    const chat = result.attempt(index, () => parseChat(parseLine(line)));
    if (!chat) continue;
    entries.push({ index, chat });
    characters += (line as string).length;
    if (entries.length < LINES_PER_TRANSACTION && characters < CHARACTERS_PER_TRANSACTION) continue;
    yield { entries, seen };
    entries = [];
    characters = 0;
  }
  if (entries.length > 0) yield { entries, seen };
}

function parseLine(line: Line): unknown {
  if (line instanceof AppError) throw line;
  return parseJson(line);
}
