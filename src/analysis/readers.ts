import { Tinypool } from 'tinypool';
import { markdownParser } from '../extraction/parse-markdown.ts';
import type { Analysis } from '../extraction/settings.ts';
import {
  analyze,
  createBreath,
  type Reading,
  type ReadingOptions,
  toReading,
  type UnreadAnswer,
} from './analyzed-chat.ts';
import { createAnalyzers } from './analyzers.ts';

/** More characters than this are read by other threads, in all or in one answer, which cannot be interrupted. */
const MAX_CHARACTERS = 256 * 1024;
const MAX_ANSWER_CHARACTERS = 16 * 1024;
const ANSWERS_PER_TASK = 50;
/** Threads that have nothing to read give their memory back after so long. */
const IDLE_MS = 30_000;
/** What a thread takes for passing things; with the engine's own choice it takes twice as much and is no faster. */
const YOUNG_MB = 24;

export interface Task {
  settings: string;
  answers: readonly UnreadAnswer[];
  options: ReadingOptions;
}

/** Reads answers with settings as they are stored. */
export interface Readers {
  /** Why answers are parsed the slow way, or null: see `extraction/parse-markdown.ts`. */
  slow_parsing_reason: string | null;
  /** One answer here and now, with the evidence. */
  analyze(settings: string, answer: UnreadAnswer): Analysis;
  /** Many answers, in other threads where that pays; readings come in the order of the answers. */
  read(settings: string, answers: readonly UnreadAnswer[], options?: ReadingOptions): Promise<Reading[]>;
  close(): Promise<void>;
}

/** With no threads, everything is read in this one. */
export function createReaders(threads: number): Readers {
  const analyzers = createAnalyzers();
  let pool: Tinypool | null = null;

  async function readHere({ settings, answers, options }: Task): Promise<Reading[]> {
    const analyzer = analyzers.get(settings);
    const breathe = createBreath();
    const readings: Reading[] = [];
    for (const answer of answers) {
      readings.push(toReading(analyze(analyzer, answer), options));
      await breathe();
    }
    return readings;
  }

  async function readElsewhere({ settings, answers, options }: Task): Promise<Reading[]> {
    pool ??= createPool(threads);
    const tasks: Promise<Reading[]>[] = [];
    for (let from = 0; from < answers.length; from += ANSWERS_PER_TASK) {
      const task: Task = { settings, answers: answers.slice(from, from + ANSWERS_PER_TASK), options };
      tasks.push(pool.run(task, { name: 'readTask' }));
    }
    return (await Promise.all(tasks)).flat();
  }

  return {
    slow_parsing_reason: markdownParser.slow_reason,
    analyze: (settings, answer) => analyze(analyzers.get(settings), answer),
    read: (settings, answers, options = {}) => {
      const read = threads === 0 || isQuicklyRead(answers) ? readHere : readElsewhere;
      return read({ settings, answers, options });
    },
    close: async () => {
      await pool?.destroy();
      pool = null;
    },
  };
}

/** Whether handing the answers over would take longer than it saves. */
function isQuicklyRead(answers: readonly UnreadAnswer[]): boolean {
  let characters = 0;
  for (const { answer } of answers) {
    characters += answer.length;
    if (answer.length > MAX_ANSWER_CHARACTERS || characters > MAX_CHARACTERS) return false;
  }
  return true;
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
