import type { FoundName } from './find-names.ts';

/** What all answers together say about words that are written like a name. All numbers but `count` and `labels` count answers. */
export interface NameStatistics {
  /** Folded words with one space between them. */
  key: string;
  text: string;
  /** Places in all answers, and how many of them are labels of links. */
  count: number;
  labels: number;
  chats: number;
  titles: number;
  inside: number;
  /** Answers that have the first word, and the first two, in lower case as well. */
  lower: number;
  lower_two: number;
}

/** Adds what one more answer names. */
export function addAnswer(statistics: Map<string, NameStatistics>, names: readonly FoundName[]): void {
  for (const { key, text, count, labels, titles, inside, lower } of names) {
    const sum = statistics.get(key) ?? { key, text, ...NOTHING };
    statistics.set(key, sum);
    sum.count += count;
    sum.labels += labels;
    sum.chats += 1;
    sum.titles += titles > 0 ? 1 : 0;
    sum.inside += inside > 0 ? 1 : 0;
    sum.lower += lower > 0 ? 1 : 0;
    sum.lower_two += lower > 1 ? 1 : 0;
  }
}

/** Nothing counted yet. */
export const NOTHING = { count: 0, labels: 0, chats: 0, titles: 0, inside: 0, lower: 0, lower_two: 0 } as const;
