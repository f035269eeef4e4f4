import { AppError } from '../errors.ts';
import { renewLease } from '../store/queries/run-leases.ts';
import { insertRun, updateRun } from '../store/queries/runs.ts';
import type { Transaction } from '../store/store.ts';
import { type Batch, createBatchResult } from './batch-result.ts';
import { type Entry, ingestChats, parseChat, readAhead } from './ingestion.ts';
import { parseJson } from './json.ts';
import type { Call, Line } from './operation.ts';

const LINES_PER_TRANSACTION = 1000;
const CHARACTERS_PER_TRANSACTION = 2 * 1024 * 1024;

type IngestCall = Call<{ on_duplicate: 'skip' | 'replace'; dry_run: boolean }>;

/** Takes chats that came as one document: all in one transaction. */
export async function takeChats(call: IngestCall, chats: readonly unknown[]): Promise<Batch> {
  const parsed = createBatchResult();
  const entries = chats.flatMap((input, index): Entry[] => {
    const chat = parsed.attempt(index, () => parseChat(input));
    return chat ? [{ index, chat }] : [];
  });
  await readAhead(call.context, call.project, { entries, on_duplicate: toMode(call) });
  return keep(call, async (transaction) => {
    const result = createBatchResult();
    result.merge(parsed.toBatch());
    result.merge(await ingest(call, { transaction, entries }));
    return result.toBatch();
  });
}

/** Takes chats line by line, in batches that are each one transaction; more than one batch is shown as a run. */
export async function takeLines(call: IngestCall, lines: AsyncIterable<Line>): Promise<Batch> {
  const result = createBatchResult();
  const progress = createProgress(call);
  try {
    for await (const { entries, seen } of ahead(readBatches(call, toBatches(lines, result)))) {
      call.signal.throwIfAborted();
      progress.advance(seen);
      const part = await keep(call, async (transaction) => {
        await progress.record(transaction);
        return ingest(call, { transaction, entries });
      });
      progress.settle();
      result.merge(part);
    }
  } catch (error) {
    await progress.finish('failed', 'Ended early; what was stored is skipped when it is sent again.');
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
  call: IngestCall,
  { transaction, entries }: { transaction: Transaction; entries: readonly Entry[] },
): Promise<Batch> {
  const { context, project } = call;
  return ingestChats(transaction, project, { context, entries, on_duplicate: toMode(call) });
}

function toMode({ input }: IngestCall): 'skip' | 'replace' {
  return input.on_duplicate;
}

/** Batches whose answers are read already. */
async function* readBatches(call: IngestCall, batches: ReturnType<typeof toBatches>) {
  for await (const batch of batches) {
    await readAhead(call.context, call.project, { entries: batch.entries, on_duplicate: toMode(call) });
    yield batch;
  }
}

/** Ends a transaction without keeping anything, and carries out what it would have said. */
class DryRun extends Error {
  readonly batch: Batch;
  constructor(batch: Batch) {
    super('dry run');
    this.batch = batch;
  }
}

async function keep({ input, write }: IngestCall, work: (transaction: Transaction) => Promise<Batch>): Promise<Batch> {
  try {
    return await write(async (transaction) => {
      const batch = await work(transaction);
      if (input.dry_run) throw new DryRun(batch);
      return batch;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.batch;
    throw error;
  }
}

/** An import that is not heard of for so long was cut off. */
const IMPORT_LEASE_SECONDS = 60;
const RENEW_EVERY_MS = 20_000;

/** Shows a long import among the runs, from its second batch on, and holds it as long as lines are waited for. */
function createProgress({ context: { store, log, now }, project, input }: IngestCall) {
  let batches = 0;
  let done = 0;
  /** Of the transaction that is running: it may be run again. */
  let inserted: number | undefined;
  let run: number | undefined;
  let renewing: NodeJS.Timeout | undefined;

  async function renew(): Promise<void> {
    try {
      await store.write(project, ({ db }) => renewLease(db, { project, run: run! }, IMPORT_LEASE_SECONDS));
    } catch (error) {
      log.warn({ message: String(error).slice(0, 300) }, 'an import could not be held');
    }
  }

  return {
    advance(seen: number): void {
      batches += 1;
      done = seen;
    },
    async record({ db }: Transaction): Promise<void> {
      if (input.dry_run || batches < 2) return;
      inserted =
        run ??
        (
          await insertRun(db, project, {
            kind: 'import',
            total: 0,
            plan: {},
            message: 'Lines are coming in.',
            now: now(),
            held_seconds: IMPORT_LEASE_SECONDS,
          })
        ).run;
      await updateRun(db, project, { run: inserted, update: { done, total: done } });
    },
    settle(): void {
      run = inserted;
      if (run !== undefined) renewing ??= setInterval(() => void renew(), RENEW_EVERY_MS).unref();
    },
    async finish(state: 'done' | 'failed', message: string): Promise<void> {
      clearInterval(renewing);
      if (run === undefined) return;
      const update = { state, done, total: done, message, finished_at: now() };
      await store.write(project, ({ db }) => updateRun(db, project, { run: run!, update }));
    },
  };
}

/** Asks for the next item while the one before is still in use, so that reading and storing go on together. */
async function* ahead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next();
  while (true) {
    const { done, value } = await next;
    if (done) return;
    next = items.next();
    // Whoever stops early need not hear of what was asked for in vain.
    next.catch(() => {});
    yield value;
  }
}

/** Lines as entries, and how many lines were seen up to there. */
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
