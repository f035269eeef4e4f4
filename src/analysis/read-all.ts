import { toLanguageKey } from '../domain/languages.ts';
import { analyzeRead, type Reading, type ReadingOptions, toReading, type UnreadAnswer } from './analyzed-chat.ts';
import type { Analyzers } from './analyzers.ts';
import { findLanguage } from './language.ts';

export interface Task {
  settings: string;
  /** The settings that the answers were read with before. Those in which nothing can have changed are then passed over. */
  before?: string;
  answers: readonly UnreadAnswer[];
  options: ReadingOptions;
}

/** Reads answers one after the other, with a pause before each. */
export async function readAll(
  analyzers: Analyzers,
  { settings, before, answers, options }: Task,
  pause?: () => Promise<void>,
): Promise<(Reading | null)[]> {
  const analyzer = analyzers.get(settings);
  const findChange = before === undefined ? null : analyzers.compare(before, settings);
  const readings: (Reading | null)[] = [];
  for (const unread of answers) {
    await pause?.();
    const { answer: text, channel, amendments } = unread;
    const language = await findLanguage(text);
    // What was found in another language, or before a correction, says nothing about now.
    const isComparable = !amendments && unread.language === toLanguageKey(language);
    const read = isComparable ? findChange?.({ text, channel, language }) : undefined;
    readings.push(read === null ? null : toReading(analyzeRead(analyzer, unread, { language, read }), options));
  }
  return readings;
}
