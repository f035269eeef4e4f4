import type { Evaluation } from '../domain/evaluation.ts';
import { toSentimentClass } from '../domain/sentiment.ts';
import type { BrandEvidence } from './evidence.ts';

type Figures = Omit<Evaluation, 'checked_answers' | 'languages'>;

/** An answer as extraction reads it by itself, and as people say it is. */
export interface CheckedAnswer {
  found: readonly BrandEvidence[];
  right: readonly BrandEvidence[];
}

/** How well extraction does on answers that people checked. */
export function evaluate(answers: readonly CheckedAnswer[]): Figures {
  const counts = { right: 0, wrong: 0, missed: 0, brands: 0, placed: 0, found: 0, same: 0 };
  const negative = { right: 0, found: 0, actual: 0 };
  for (const { found, right } of answers) {
    const foundMentions = toMentionKeys(found);
    const rightMentions = toMentionKeys(right);
    const shared = [...foundMentions].filter((mention) => rightMentions.has(mention)).length;
    counts.right += shared;
    counts.wrong += foundMentions.size - shared;
    counts.missed += rightMentions.size - shared;
    for (const { brand, position, sentiment } of right) {
      counts.brands += 1;
      const own = found.find((other) => other.brand === brand);
      if (!own) continue;
      counts.found += 1;
      if (own.position === position) counts.placed += 1;
      const [is, was] = [toSentimentClass(sentiment), toSentimentClass(own.sentiment)];
      if (is === was) counts.same += 1;
      if (is === 'bad') negative.actual += 1;
      if (was === 'bad') negative.found += 1;
      if (is === 'bad' && was === 'bad') negative.right += 1;
    }
  }
  const { right, wrong, missed } = counts;
  return {
    answers: answers.length,
    mentions: { right, wrong, missed, precision: divide(right, right + wrong), recall: divide(right, right + missed) },
    position: divide(counts.placed, counts.brands),
    sentiment: {
      brands: counts.found,
      accuracy: divide(counts.same, counts.found),
      negative_precision: divide(negative.right, negative.found),
      negative_recall: divide(negative.right, negative.actual),
    },
  };
}

function toMentionKeys(brands: readonly BrandEvidence[]): Set<string> {
  return new Set(brands.flatMap(({ brand, mentions }) => mentions.map(({ start }) => `${brand} ${start}`)));
}

function divide(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
