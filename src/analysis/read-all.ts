import { analyzeIn, type Reading, type ReadingOptions, toReading, type UnreadAnswer } from './analyzed-chat.ts';
import type { Analyzers } from './analyzers.ts';
import { findLanguage } from './language.ts';

export interface Task {
  settings: string;
  /** The settings that the answers were read with before. Those in which nothing can have changed are then passed over. */
  before?: string;
  answers: readonly UnreadAnswer[];
  options: ReadingOptions;
}

/** Reads answers one after the other, with a pause after each. */
export async function readAll(
  analyzers: Analyzers,
  { settings, before, answers, options }: Task,
  pause?: () => Promise<void>,
): Promise<(Reading | null)[]> {
  const analyzer = analyzers.get(settings);
  const mayDiffer = before === undefined ? null : analyzers.compare(before, settings);
  const readings: (Reading | null)[] = [];
  for (const unread of answers) {
    const { answer: text, channel, amendments } = unread;
    const language = await findLanguage(text);
    const isKnown = mayDiffer !== null && !amendments && !mayDiffer({ text, channel, language });
    readings.push(isKnown ? null : toReading(analyzeIn(language, analyzer, unread), options));
    await pause?.();
  }
  return readings;
}
