import { setMaxListeners } from 'node:events';
import { Tinypool } from 'tinypool';
import { createBreath } from '../breath.ts';
import { AppError } from '../errors.ts';
import { markdownParser } from '../extraction/parse-markdown.ts';
import { analyze, type Reading, type ReadingOptions, type UnreadAnswer } from './analyzed-chat.ts';
import { createAnalyzers } from './analyzers.ts';
import { type Evidence, toEvidence } from './evidence.ts';
import { growHeapsSlowly } from './heap-growth.ts';
import { readAll, type Task } from './read-all.ts';

/** More characters than this are read by other threads, in all or in one answer, which cannot be interrupted. */
const MAX_CHARACTERS = 256 * 1024;
const MAX_ANSWER_CHARACTERS = 16 * 1024;
/** Settings with more than this are prepared by other threads: that can take seconds. */
const MAX_SETTINGS_CHARACTERS = 64 * 1024;
const MAX_SPELLINGS = 2000;
/** While a thread reads one part, the next two wait for it. */
const TASKS_PER_THREAD = 3;
const ANSWERS_PER_TASK = 20;
const CHARACTERS_PER_TASK = 256 * 1024;
/** Threads that have nothing to read give their memory back after so long. */
const IDLE_MS = 30_000;
/** What a thread takes for short-lived objects: with twice as much it is no faster. */
const YOUNG_MB = 24;

export type ExplainTask = Pick<Task, 'settings'> & { answer: UnreadAnswer };

export interface ReadOptions extends ReadingOptions {
  /** Aborted when nobody needs the readings any more. */
  signal?: AbortSignal;
}

/** Reads answers with settings as they are stored, in other threads where it would keep this one busy. */
export interface Readers {
  /** Why answers are parsed the slow way, or null: see `extraction/parse-markdown.ts`. */
  slow_parsing_reason: string | null;
  /** The evidence for what is found in one answer. */
  explain(settings: string, answer: UnreadAnswer, signal?: AbortSignal): Promise<Evidence>;
  /** What is found in many answers, in their order. Aborting leaves the rest unread. */
  read(settings: string, answers: readonly UnreadAnswer[], options?: ReadOptions): Promise<Reading[]>;
  /** The same for answers that were read with other settings before; null where both settings find the same mentions. */
  readChanged(settings: string, before: string, answers: readonly UnreadAnswer[]): Promise<(Reading | null)[]>;
  close(): Promise<void>;
}

/** With no threads, everything is read in this one. */
export function createReaders(threads: number): Readers {
  const analyzers = createAnalyzers();
  let pool: Tinypool | null = null;
  let isClosed = false;

  function read(task: Task, signal?: AbortSignal): Promise<(Reading | null)[]> {
    if (!isQuicklyRead(task)) return readElsewhere(task, signal);
    const breathe = createBreath();
    return readAll(analyzers, task, async () => {
      signal?.throwIfAborted();
      await breathe();
    });
  }

  async function readElsewhere(task: Task, signal?: AbortSignal): Promise<(Reading | null)[]> {
    growHeapsSlowly();
    // Each part listens to it, and ten listeners would be taken for a leak.
    if (signal) setMaxListeners(0, signal);
    const parts = toParts(task.answers);
    const readings: (Reading | null)[][] = [];
    let next = 0;
    // Handing all over at once would take long by itself.
    const handOver = async () => {
      for (let at = next++; at < parts.length; at = next++) {
        readings[at] = await run<(Reading | null)[]>('readTask', { ...task, answers: parts[at]! }, signal);
      }
    };
    await Promise.all(Array.from({ length: Math.min(parts.length, TASKS_PER_THREAD * threads) }, handOver));
    return readings.flat();
  }

  async function run<Result>(name: string, task: Task | ExplainTask, signal?: AbortSignal): Promise<Result> {
    pool ??= createPool(threads);
    try {
      return await pool.run(task, { name, ...(signal ? { signal } : {}) });
    } catch (error) {
      signal?.throwIfAborted();
      if (isClosed) throw new AppError('stopping', 'The service is stopping.', { cause: error });
      throw error;
    }
  }

  /** Whether answers can be read here without keeping others waiting. */
  function isQuicklyRead({ settings, before, answers }: Omit<Task, 'options'>): boolean {
    if (threads === 0) return true;
    const texts = before === undefined ? [settings] : [settings, before];
    if (texts.reduce((sum, { length }) => sum + length, 0) > MAX_SETTINGS_CHARACTERS) return false;
    const weights = texts.map((text) => analyzers.weigh(text));
    if (weights.reduce((sum, { spellings }) => sum + spellings, 0) > MAX_SPELLINGS) return false;
    const passes = weights.reduce((sum, { regexes }) => sum + 2 * regexes, 1);
    let characters = 0;
    for (const { answer, sources } of answers) {
      const length = passes * answer.length + countCharacters(sources);
      characters += length;
      if (length > MAX_ANSWER_CHARACTERS || characters > MAX_CHARACTERS) return false;
    }
    return true;
  }

  return {
    slow_parsing_reason: markdownParser.slow_reason,
    explain: async (settings, answer, signal) => {
      if (!isQuicklyRead({ settings, answers: [answer] })) return run('explainTask', { settings, answer }, signal);
      return toEvidence(answer.answer, await analyze(analyzers.get(settings), answer));
    },
    read: async (settings, answers, { signal, ...options } = {}) =>
      // Without settings to compare with, none is passed over.
      (await read({ settings, answers, options }, signal)) as Reading[],
    readChanged: (settings, before, answers) => read({ settings, before, answers, options: {} }),
    close: async () => {
      isClosed = true;
      await pool?.destroy();
      pool = null;
    },
  };
}

/** Each page of an answer is parsed and classified, which takes longer than reading as much of its text. */
function countCharacters(sources: UnreadAnswer['sources']): number {
  if (typeof sources === 'string') return sources.length;
  let characters = 0;
  for (const { url, title = '' } of sources) characters += url.length + title.length;
  return characters;
}

/** Few answers in a part, and few characters unless it is one answer: threads then share the work evenly. */
function toParts(answers: readonly UnreadAnswer[]): UnreadAnswer[][] {
  const parts: UnreadAnswer[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const answer of answers) {
    characters += answer.answer.length;
    const last = parts.at(-1);
    if (last === undefined || last.length === ANSWERS_PER_TASK || characters > CHARACTERS_PER_TASK) {
      parts.push([answer]);
      characters = answer.answer.length;
    } else last.push(answer);
  }
  return parts;
}

function createPool(threads: number): Tinypool {
  return new Tinypool({
    filename: new URL('reading-thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    // TRICKY: a thread that waits for its next task in `Atomics.wait` never comes round to its event loop, where the
    // parser's buffers are freed.
    useAtomics: false,
  });
}
