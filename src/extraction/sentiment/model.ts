import { inputCount, row, shape, toStemKey, toTargetKey } from './shape.ts';
import type { Tokens } from './tokens.ts';
import { assertSizes, unpackModel } from './unpack-model.ts';
import { weights } from './weights.ts';
import type { Span, Window } from './window.ts';

const { dimensions, heads, hidden } = shape;

assertSizes();
const model = unpackModel(weights);
const { tableMask, keys, rows, scale, table, tensors } = model;

/** The row of a word; 0 for a word that the model does not know. */
export function findRow(key: number): number {
  let slot = key & tableMask;
  for (;;) {
    const found = keys[slot]!;
    if (found === key) return rows[slot]!;
    if (found === 0) return row.unknown;
    slot = (slot + 1) & tableMask;
  }
}

/**
 * e^x from a table that is made by multiplication alone: the last bit of `Math.exp` may differ between JavaScript
 * engines, and a score must not.
 */
const exponentSteps = 128;
const exponentLimit = 16;
const exponents = new Float64Array(2 * exponentLimit * exponentSteps + 1);
{
  let step = 1;
  for (let term = 1, power = 1; term < 12; term++) {
    power = power / (exponentSteps * term);
    step += power;
  }
  const middle = exponentLimit * exponentSteps;
  exponents[middle] = 1;
  for (let at = 1; at <= middle; at++) {
    exponents[middle + at] = exponents[middle + at - 1]! * step;
    exponents[middle - at] = 1 / exponents[middle + at]!;
  }
}

function toExponent(value: number): number {
  if (value <= -exponentLimit) return exponents[0]!;
  if (value >= exponentLimit) return exponents[exponents.length - 1]!;
  return exponents[((value + exponentLimit) * exponentSteps + 0.5) | 0]!;
}

let vectors = new Float64Array(256 * dimensions);
let scores = new Float64Array(256 * heads);

/** Looks up the words of a sentence, once for all its targets: the tokens from `from` up to, but not including, `to`. */
export function readWords(tokens: Tokens, isTarget: Uint8Array, from: number, to: number): void {
  if (vectors.length < to * dimensions) {
    vectors = new Float64Array(to * 2 * dimensions);
    scores = new Float64Array(to * 2 * heads);
  }
  const {
    table,
    tensors: { polarityVectors, polarityScores, queries },
  } = model;
  const words = vectors;
  const wordScores = scores;
  for (let at = from; at < to; at++) {
    const target = isTarget[at] === 1;
    const wordRow = target ? row.other : findRow(tokens.hash[at]!);
    const stemRow = target ? row.unknown : findRow(toStemKey(tokens.stem[at]!));
    const polarity = (tokens.word[at]! & 255) * 2 + tokens.negated[at]!;
    const base = at * dimensions;
    const wordBase = wordRow * dimensions;
    const stemBase = stemRow * dimensions;
    const polarityBase = polarity * dimensions;
    if (stemRow === row.unknown) {
      for (let d = 0; d < dimensions; d++)
        words[base + d] = table[wordBase + d]! * scale + polarityVectors[polarityBase + d]!;
    } else {
      for (let d = 0; d < dimensions; d++) {
        words[base + d] = (table[wordBase + d]! + table[stemBase + d]!) * scale + polarityVectors[polarityBase + d]!;
      }
    }
    const v0 = words[base]!;
    const v1 = words[base + 1]!;
    const v2 = words[base + 2]!;
    const v3 = words[base + 3]!;
    const v4 = words[base + 4]!;
    const v5 = words[base + 5]!;
    const v6 = words[base + 6]!;
    const v7 = words[base + 7]!;
    for (let head = 0; head < heads; head++) {
      const q = head * dimensions;
      const low = queries[q]! * v0 + queries[q + 1]! * v1 + queries[q + 2]! * v2 + queries[q + 3]! * v3;
      const high = queries[q + 4]! * v4 + queries[q + 5]! * v5 + queries[q + 6]! * v6 + queries[q + 7]! * v7;
      wordScores[at * heads + head] = polarityScores[polarity * heads + head]! + low + high;
    }
  }
}

const input = new Float64Array(inputCount);
const layer = new Float64Array(hidden);
const output = new Float64Array(3);

/** The probabilities that a sentence is negative, neutral or positive about a target. Valid until the next call. */
export function judge(tokens: Tokens, span: Span, window: Window): Float64Array {
  for (let head = 0; head < heads; head++) average(head, window);
  addTarget(tokens, span);
  return classify();
}

/**
 * One head's weighted average of the words in the window. The eight sums are written out, which keeps them in registers:
 * this loop takes most of the time of a score.
 */
function average(head: number, window: Window): void {
  const { token, place, count } = window;
  const { placeScores } = tensors;
  const words = vectors;
  const wordScores = scores;
  let total = 1;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let s4 = 0;
  let s5 = 0;
  let s6 = 0;
  let s7 = 0;
  for (let index = 0; index < count; index++) {
    const at = token[index]!;
    const weight = toExponent(wordScores[at * heads + head]! + placeScores[place[index]! * heads + head]!);
    const base = at * dimensions;
    total += weight;
    s0 += weight * words[base]!;
    s1 += weight * words[base + 1]!;
    s2 += weight * words[base + 2]!;
    s3 += weight * words[base + 3]!;
    s4 += weight * words[base + 4]!;
    s5 += weight * words[base + 5]!;
    s6 += weight * words[base + 6]!;
    s7 += weight * words[base + 7]!;
  }
  const share = 1 / total;
  const into = head * dimensions;
  input[into] = s0 * share;
  input[into + 1] = s1 * share;
  input[into + 2] = s2 * share;
  input[into + 3] = s3 * share;
  input[into + 4] = s4 * share;
  input[into + 5] = s5 * share;
  input[into + 6] = s6 * share;
  input[into + 7] = s7 * share;
}

/** Adds the target's own words. All names are alike to the model; words such as "service" or "menu" keep their meaning. */
function addTarget(tokens: Tokens, span: Span): void {
  const into = heads * dimensions;
  const isName = tokens.capital[span.first] === 1;
  const share = scale / (span.last - span.first + 1);
  input.fill(0, into);
  for (let at = span.first; at <= span.last; at++) {
    const found = isName ? row.name : findRow(toTargetKey(tokens.hash[at]!));
    const base = (found === row.unknown ? row.name : found) * dimensions;
    for (let d = 0; d < dimensions; d++) input[into + d] = input[into + d]! + table[base + d]! * share;
  }
}

function classify(): Float64Array {
  const { hiddenWeights, hiddenBias, outputWeights, directWeights, outputBias } = tensors;
  const from = input;
  // Four units at a time: the processor can add up independent sums in parallel.
  for (let unit = 0; unit < hidden; unit += 4) {
    let s0 = hiddenBias[unit]!;
    let s1 = hiddenBias[unit + 1]!;
    let s2 = hiddenBias[unit + 2]!;
    let s3 = hiddenBias[unit + 3]!;
    let base = unit * inputCount;
    for (let at = 0; at < inputCount; at++, base++) {
      const value = from[at]!;
      s0 += hiddenWeights[base]! * value;
      s1 += hiddenWeights[base + inputCount]! * value;
      s2 += hiddenWeights[base + 2 * inputCount]! * value;
      s3 += hiddenWeights[base + 3 * inputCount]! * value;
    }
    layer[unit] = s0 > 0 ? s0 : 0;
    layer[unit + 1] = s1 > 0 ? s1 : 0;
    layer[unit + 2] = s2 > 0 ? s2 : 0;
    layer[unit + 3] = s3 > 0 ? s3 : 0;
  }
  let total = 0;
  for (let kind = 0; kind < 3; kind++) {
    let sum = outputBias[kind]!;
    for (let unit = 0; unit < hidden; unit++) sum += outputWeights[kind * hidden + unit]! * layer[unit]!;
    for (let at = 0; at < inputCount; at++) sum += directWeights[kind * inputCount + at]! * input[at]!;
    const exponent = toExponent(sum);
    output[kind] = exponent;
    total += exponent;
  }
  for (let kind = 0; kind < 3; kind++) output[kind] = output[kind]! / total;
  return output;
}
