/** Sizes and keys that the trainer and the model must agree on. */
export const shape = {
  /** Numbers that stand for a word. */
  dimensions: 8,
  /** Weighted averages of the words around a target. */
  heads: 6,
  hidden: 24,
  /** Polarity classes of words, each plain and negated. */
  toneCount: 10,
} as const;

/** Averages of the heads, and the target's own words. */
export const inputCount = shape.heads * shape.dimensions + shape.dimensions;

/** Rows of the word table that are no words: an unknown word, another target, a target that is a name. */
export const row = { unknown: 0, other: 1, name: 2, first: 3 } as const;

export function toStemKey(hash: number): number {
  return Math.imul(hash, 17);
}

export function toTargetKey(hash: number): number {
  return Math.imul(hash, 31);
}

/** The tensors in the order in which they are stored, each with its number of 32-bit floats. */
export function listTensors(placeCount: number): readonly (readonly [name: TensorName, length: number])[] {
  const { dimensions, heads, hidden, toneCount } = shape;
  return [
    ['tones', toneCount * dimensions],
    ['toneScores', toneCount * heads],
    ['placeScores', placeCount * heads],
    ['queries', heads * dimensions],
    ['hiddenWeights', hidden * inputCount],
    ['hiddenBias', hidden],
    ['outputWeights', 3 * hidden],
    ['directWeights', 3 * inputCount],
    ['outputBias', 3],
  ];
}

export type TensorName =
  | 'tones'
  | 'toneScores'
  | 'placeScores'
  | 'queries'
  | 'hiddenWeights'
  | 'hiddenBias'
  | 'outputWeights'
  | 'directWeights'
  | 'outputBias';
