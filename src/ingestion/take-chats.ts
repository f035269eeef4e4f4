import { createBreath } from '../breath.ts';
import { type Batch, createBatchResult } from '../domain/batch.ts';
import { NewChat } from '../domain/chat.ts';
import { type Line, parseJson } from '../domain/json.ts';
import { createValidator } from '../domain/validation.ts';
import { AppError } from '../errors.ts';
import type { Transaction } from '../store/store.ts';
import { createImportProgress } from './import-run.ts';
import { ingestChats, storeChats, toBatch } from './ingest-chats.ts';
import { type Entry, type Intake, toEntry } from './intake.ts';
import { type Readings, readAhead } from './readings.ts';

const LINES_PER_TRANSACTION = 1000;
const CHARACTERS_PER_TRANSACTION = 2 * 1024 * 1024;
/** Storing more than this takes so long that other writers should not wait for it in the same transaction. */
const MAX_SMALL_BATCH = 20;
/** A document is one transaction. */
const MAX_CHATS_PER_DOCUMENT = 10_000;
/** A stream with more bad lines than this is not what it should be. */
const MAX_REJECTED_LINES = 10_000;

const parseChat = createValidator(NewChat, 'The chat');

/** Takes chats that came as one document: all in one transaction. */
export async function takeChats(intake: Intake, chats: readonly unknown[]): Promise<Batch> {
  if (chats.length > MAX_CHATS_PER_DOCUMENT) {
    throw new AppError(
      'payload_too_large',
      `A JSON document can have at most ${MAX_CHATS_PER_DOCUMENT} chats, and this one has ${chats.length}. Send more of them as application/x-ndjson, one chat per line.`,
    );
  }
  const parsed = createBatchResult();
  const entries: Entry[] = [];
  const breathe = createBreath();
  for (const [index, input] of chats.entries()) {
    const chat = parsed.attempt(index, () => parseChat(raise(input)));
    if (chat) entries.push(toEntry(index, chat));
    await breathe();
  }
  const { project, on_duplicate, dry_run, gather } = intake;
  if (gather && !dry_run && entries.length <= MAX_SMALL_BATCH) {
    const stored = await gather(`${project} ${on_duplicate}`, entries, (all) => takeTogether(intake, all));
    return mergeBatches([parsed.toBatch(), stored]);
  }
  const readings = await readAhead(intake, entries);
  return keep(intake, entries.length, async (transaction) =>
    mergeBatches([parsed.toBatch(), await ingest(intake, { transaction, entries, readings })]),
  );
}

/** Takes the chats of several documents, even if a client has left: it is little work. */
async function takeTogether(
  { services, project, on_duplicate }: Intake,
  documents: readonly (readonly Entry[])[],
): Promise<Batch[]> {
  const entries = documents.flat();
  const readings = await readAhead({ services, project, on_duplicate }, entries);
  const { outcomes } = await services.store.write(project, (transaction) =>
    storeChats(transaction, project, { services, entries, on_duplicate, readings }),
  );
  return documents.map((document) => toBatch(document, outcomes));
}

function mergeBatches(batches: readonly Batch[]): Batch {
  const result = createBatchResult();
  for (const batch of batches) result.merge(batch);
  return result.toBatch();
}

/** Takes chats line by line, in batches that are one transaction each; from the second batch on it is shown as a run. */
export async function takeLines(intake: Intake, lines: AsyncIterable<Line>): Promise<Batch> {
  const result = createBatchResult();
  const progress = createImportProgress(intake);
  try {
    const batches = toBatches(lines, { result, signal: intake.signal });
    for await (const { entries, readings, seen } of ahead(readBatches(intake, ahead(batches)))) {
      intake.signal.throwIfAborted();
      progress.advance(seen);
      const part = await keep(intake, entries.length, async (transaction) => {
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

async function keep(
  { dry_run, write }: Intake,
  count: number,
  work: (transaction: Transaction) => Promise<Batch>,
): Promise<Batch> {
  const keepNothing = async (transaction: Transaction): Promise<Batch> => {
    throw new DryRun(await work(transaction));
  };
  try {
    return await write(dry_run ? keepNothing : work, { is_large: dry_run || count > MAX_SMALL_BATCH });
  } catch (error) {
    if (error instanceof DryRun) return error.batch;
    throw error;
  }
}

/** Batches with what was read in their answers. */
async function* readBatches(intake: Intake, batches: ReturnType<typeof toBatches>) {
  for await (const batch of batches) yield { ...batch, readings: await readAhead(intake, batch.entries) };
}

/** Fetches the next item while the current one is in use, so that parsing, reading and storing overlap. */
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
async function* toBatches(
  lines: AsyncIterable<Line>,
  { result, signal }: { result: ReturnType<typeof createBatchResult>; signal: AbortSignal },
) {
  let entries: Entry[] = [];
  let characters = 0;
  let seen = 0;
  const breathe = createBreath();
  for await (const line of lines) {
    const pause = breathe();
    if (pause) {
      await pause;
      // Those who left need not be waited for until a batch is full: bad and empty lines fill none.
      signal.throwIfAborted();
    }
    const index = seen;
    seen += 1;
    if (typeof line === 'string' && line.trim() === '') continue;
    const chat = result.attempt(index, () => parseChat(parseLine(line)));
    if (!chat) {
      if (result.countRejected() >= MAX_REJECTED_LINES) throw tooManyRejected(seen, result.toBatch());
      continue;
    }
    entries.push(toEntry(index, chat));
    characters += (line as string).length;
    if (entries.length < LINES_PER_TRANSACTION && characters < CHARACTERS_PER_TRANSACTION) continue;
    yield { entries, seen };
    entries = [];
    characters = 0;
  }
  if (entries.length > 0) yield { entries, seen };
}

function tooManyRejected(seen: number, { rejected }: Batch): AppError {
  return new AppError(
    'invalid_request',
    `Stopped at line ${seen}, after ${MAX_REJECTED_LINES} rejected lines. Correct them and send everything again: what was stored is skipped.`,
    { details: rejected.slice(0, 10).map(({ index, message }) => ({ path: `line ${index + 1}`, message })) },
  );
}

function parseLine(line: Line): unknown {
  return parseJson(raise(line));
}

/** Throws what stands for an entry that cannot be read. */
function raise<Value>(value: Value): Exclude<Value, AppError> {
  if (value instanceof AppError) throw value;
  return value as Exclude<Value, AppError>;
}
