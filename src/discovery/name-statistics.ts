import type { FoundName } from './find-names.ts';

/** What all answers together say about words that are written like a name. */
export interface NameStatistics {
  /** As they are written. */
  text: string;
  /** Places in all answers, and how many of them are labels of links. */
  count: number;
  labels: number;
  /** Answers that have it, that have it where they put what they recommend, and that have it inside a sentence. */
  chats: number;
  titles: number;
  inside: number;
}

/** Adds what one more answer names. */
export function addAnswer(statistics: Map<string, NameStatistics>, names: readonly FoundName[]): void {
  for (const { text, count, labels, titles, inside } of names) {
    const sum = statistics.get(text) ?? { text, count: 0, labels: 0, chats: 0, titles: 0, inside: 0 };
    statistics.set(text, sum);
    sum.count += count;
    sum.labels += labels;
    sum.chats += 1;
    sum.titles += titles > 0 ? 1 : 0;
    sum.inside += inside > 0 ? 1 : 0;
  }
}
