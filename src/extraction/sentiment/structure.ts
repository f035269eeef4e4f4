const positiveLabels = new Set([
  ...['pro', 'pros', 'advantage', 'advantages', 'strength', 'strengths', 'benefit', 'benefits', 'upside', 'upsides'],
  ...['highlights', 'plus', 'plusses', 'pluses', 'likes', 'good', 'the good', 'positives', 'best features', 'perks'],
  ...['what we like', 'what i like', 'what we liked', 'what we love', 'what users like', 'what people like'],
  ...['what works', 'why we like it', 'why we love it', 'why it stands out', 'why its great', 'why choose it'],
  ...['reasons to buy', 'reasons to choose', 'key strengths', 'key advantages', 'key benefits', 'main advantages'],
  ...[
    'why its good',
    'why its popular',
    'standout features',
    'standout feature',
    'where it shines',
    'why its a top pick',
  ],
]);

const negativeLabels = new Set([
  ...['con', 'cons', 'disadvantage', 'disadvantages', 'weakness', 'weaknesses', 'drawback', 'drawbacks', 'downside'],
  ...['downsides', 'limitation', 'limitations', 'minuses', 'dislikes', 'bad', 'the bad', 'negatives', 'caveat'],
  ...['caveats', 'issues', 'problems', 'complaints', 'common complaints', 'shortcomings', 'trade-offs', 'tradeoffs'],
  ...['what we dont like', 'what i dont like', 'what we didnt like', 'what users dislike', 'what could be better'],
  ...['what doesnt work', 'needs improvement', 'room for improvement', 'reasons to avoid', 'reasons to skip'],
  ...['where it falls short', 'potential drawbacks', 'possible drawbacks', 'key drawbacks', 'main drawbacks'],
  ...['potential downsides', 'known issues', 'common issues', 'red flags', 'watch out for', 'things to watch'],
]);

/** Answers use the same labels again and again. */
const remembered = new Map<string, 1 | -1 | 0>();
const maxRemembered = 5000;

/** Longer labels are sentences, which the model scores. */
const maxLabelLength = 40;

/**
 * Whether the items under a label ("Pros:", "✅ Advantages", "What we don't like") are positive about their brand (1),
 * negative (−1), or neither (0).
 */
export function labelPolarity(label: string): 1 | -1 | 0 {
  if (label.length > maxLabelLength * 2) return 0;
  const known = remembered.get(label);
  if (known !== undefined) return known;
  if (remembered.size >= maxRemembered) remembered.clear();
  const polarity = judgeLabel(label);
  remembered.set(label, polarity);
  return polarity;
}

function judgeLabel(label: string): 1 | -1 | 0 {
  const words = label
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}-]+/gu, ' ')
    .replace(/^[ -]+|[ -]+$/g, '');
  if (words.length > maxLabelLength) return 0;
  if (positiveLabels.has(words)) return 1;
  return negativeLabels.has(words) ? -1 : 0;
}

/** The score of an item under a label if the model finds no opinion in it, or the opposite one. */
export const labeledThousandths = 600;

/** The score of an item under a label: the label decides the sign, the sentence may make it stronger. */
export function scoreLabeledItem(polarity: 1 | -1, sentence: number | null): number {
  const strength = sentence === null ? 0 : sentence * polarity;
  return polarity * Math.max(labeledThousandths, strength);
}

/**
 * The score of a brand in an answer: the mean of the scores of its sentences, weighted by their strength, so that several
 * weak opinions do not hide a strong one. Null without scores.
 */
export function combineScores(scores: readonly number[]): number | null {
  if (scores.length === 0) return null;
  let sum = 0;
  let weights = 0;
  for (const score of scores) {
    const weight = 250 + Math.abs(score);
    sum += weight * score;
    weights += weight;
  }
  // All terms are integers, so the order of the sentences does not matter.
  return Math.round(sum / weights);
}
