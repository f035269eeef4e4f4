import { stateCount } from './tokens.ts';

/** The sizes that the trainer and the model share. */
export const shape = {
  /** Numbers that stand for a word. */
  dimensions: 16,
  /** Weighted averages of the words around a target. */
  heads: 6,
  /** Units of the hidden layer. */
  hidden: 24,
  /** What the lexicon says of a word. */
  states: stateCount,
} as const;

/** The averages of the heads, and the target's own words. */
export const inputCount = shape.heads * shape.dimensions + shape.dimensions;

/** The first rows of the word table stand for an unknown word, another target, and a target that is a name. */
export const row = { unknown: 0, other: 1, name: 2, first: 3 } as const;

export function toStemKey(hash: number): number {
  return Math.imul(hash, 17);
}

/** Two words in a row mean more than each of them: "next to", "no longer". */
export function toPairKey(previous: number, hash: number): number {
  return Math.imul(previous, 0x9e3779b1) ^ Math.imul(hash, 0x85ebca6b);
}

export function toTargetKey(hash: number): number {
  return Math.imul(hash, 31);
}

/** The tensors in the order in which they are stored, each with its number of 32-bit numbers. */
export function listTensors(placeCount: number): readonly (readonly [name: TensorName, length: number])[] {
  const { dimensions, heads, hidden, states } = shape;
  return [
    ['stateVectors', states * dimensions],
    ['stateScores', states * heads],
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
  | 'stateVectors'
  | 'stateScores'
  | 'placeScores'
  | 'queries'
  | 'hiddenWeights'
  | 'hiddenBias'
  | 'outputWeights'
  | 'directWeights'
  | 'outputBias';
