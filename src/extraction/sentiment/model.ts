import { inputCount, row, shape, toPairKey, toStemKey, toTargetKey } from './shape.ts';
import type { Tokens } from './tokens.ts';
import { assertSizes, unpackModel } from './unpack-model.ts';
import { weights } from './weights.ts';
import type { Span, Window } from './window.ts';

const { dimensions, heads, hidden } = shape;

assertSizes();
const { rows, scale, table, tensors } = unpackModel(weights);

/** What each row adds to the scores of the heads. */
const rowScores = new Float32Array((table.length / dimensions) * heads);
for (let at = 0; at < rowScores.length; at++) {
  const row = Math.floor(at / heads);
  const query = (at % heads) * dimensions;
  let sum = 0;
  for (let d = 0; d < dimensions; d++) sum += tensors.queries[query + d]! * table[row * dimensions + d]!;
  rowScores[at] = sum * scale;
}
/** The same for each state, with its own score. */
const stateTotals = Float64Array.from(tensors.stateScores, (score, at) => {
  const state = Math.floor(at / heads);
  const query = (at % heads) * dimensions;
  let sum = score;
  for (let d = 0; d < dimensions; d++)
    sum += tensors.queries[query + d]! * tensors.stateVectors[state * dimensions + d]!;
  return sum;
});

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

interface ReadTokens {
  /** 1 for the tokens of all targets. */
  isTarget: Uint8Array;
  from: number;
  to: number;
}

/**
 * The words that were looked up last, each in the slot that its key leads to: the vector of the word and its stem, then the
 * scores of both. Answers use the same words again and again. A slot is read at once, but the tables of the model in six
 * places, most of which are not in the processor's cache.
 */
const slotCount = 1 << 12;
const slotSize = 32;
const wordScoresAt = dimensions;
const stemScoresAt = dimensions + 8;
const slots = new Float64Array((slotCount + 1) * slotSize);
const slotKeys = new Int32Array(2 * slotCount);
// The keys of empty slots are 0. Key 0 itself leads to the first slot, so that one begins with a key that leads elsewhere.
slotKeys[0] = 1;

/** The slot after those of words. */
const targetSlot = slotCount * slotSize;
fillSlot(targetSlot, row.other, row.unknown);

/** Where the slot of a word begins. */
function findSlot(word: number, stem: number): number {
  const place = (word ^ (word >>> 15)) & (slotCount - 1);
  const slot = place * slotSize;
  if (slotKeys[2 * place] === word && slotKeys[2 * place + 1] === stem) return slot;
  slotKeys[2 * place] = word;
  slotKeys[2 * place + 1] = stem;
  fillSlot(slot, rows.get(word), rows.get(stem));
  return slot;
}

function fillSlot(slot: number, wordRow: number, stemRow: number): void {
  // The row of an unknown word counts for the word, but not for its stem.
  const withStem = stemRow === row.unknown ? 0 : 1;
  for (let d = 0; d < dimensions; d++) {
    slots[slot + d] = table[wordRow * dimensions + d]! * scale + table[stemRow * dimensions + d]! * scale * withStem;
  }
  for (let head = 0; head < heads; head++) {
    slots[slot + wordScoresAt + head] = rowScores[wordRow * heads + head]!;
    slots[slot + stemScoresAt + head] = rowScores[stemRow * heads + head]! * withStem;
  }
}

let vectors = new Float64Array(256 * dimensions);
let scores = new Float64Array(256 * heads);

/** Looks up the words of a sentence, once for all its targets: the tokens from `from` up to, but not including, `to`. */
export function readTokens(tokens: Tokens, salt: number, { isTarget, from, to }: ReadTokens): void {
  if (vectors.length < to * dimensions) {
    vectors = new Float64Array(to * 2 * dimensions);
    scores = new Float64Array(to * 2 * heads);
  }
  const { hash, stem, state } = tokens;
  const { stateVectors } = tensors;
  const words = vectors;
  const wordScores = scores;
  for (let at = from; at < to; at++) {
    const target = isTarget[at] === 1;
    const slot = target ? targetSlot : findSlot(hash[at]! ^ salt, toStemKey(stem[at]!) ^ salt);
    const hasPair = !target && at > 0 && isTarget[at - 1] !== 1;
    const pairRow = hasPair ? rows.get(toPairKey(hash[at - 1]!, hash[at]!) ^ salt) : row.unknown;
    const stateAt = target ? 0 : state[at]!;
    const base = at * dimensions;
    const stateBase = stateAt * dimensions;
    const into = at * heads;
    const stateInto = stateAt * heads;
    for (let head = 0; head < heads; head++) {
      wordScores[into + head] =
        slots[slot + wordScoresAt + head]! + stateTotals[stateInto + head]! + slots[slot + stemScoresAt + head]!;
    }
    if (pairRow === row.unknown) {
      for (let d = 0; d < dimensions; d++) words[base + d] = slots[slot + d]! + stateVectors[stateBase + d]!;
      continue;
    }
    const pairBase = pairRow * dimensions;
    for (let d = 0; d < dimensions; d++) {
      words[base + d] = slots[slot + d]! + table[pairBase + d]! * scale + stateVectors[stateBase + d]!;
    }
    for (let head = 0; head < heads; head++) {
      wordScores[into + head] = wordScores[into + head]! + rowScores[pairRow * heads + head]!;
    }
  }
}

const input = new Float64Array(inputCount);
const layer = new Float64Array(hidden);
const output = new Float64Array(3);

/** The probabilities that a sentence is negative, neutral or positive about a target. Valid until the next call. */
export function judge(tokens: Tokens, salt: number, span: Span, window: Window): Float64Array {
  for (let head = 0; head < heads; head++) average(head, window);
  addTarget(tokens, salt, span);
  return classify();
}

/**
 * One head's weighted average of the words in the window. The sums are written out, which keeps them in registers: this
 * loop takes most of the time of a score.
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
  let s8 = 0;
  let s9 = 0;
  let s10 = 0;
  let s11 = 0;
  let s12 = 0;
  let s13 = 0;
  let s14 = 0;
  let s15 = 0;
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
    s8 += weight * words[base + 8]!;
    s9 += weight * words[base + 9]!;
    s10 += weight * words[base + 10]!;
    s11 += weight * words[base + 11]!;
    s12 += weight * words[base + 12]!;
    s13 += weight * words[base + 13]!;
    s14 += weight * words[base + 14]!;
    s15 += weight * words[base + 15]!;
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
  input[into + 8] = s8 * share;
  input[into + 9] = s9 * share;
  input[into + 10] = s10 * share;
  input[into + 11] = s11 * share;
  input[into + 12] = s12 * share;
  input[into + 13] = s13 * share;
  input[into + 14] = s14 * share;
  input[into + 15] = s15 * share;
}

/** Adds the target's own words. All names are alike to the model; words such as "service" or "menu" keep their meaning. */
function addTarget(tokens: Tokens, salt: number, span: Span): void {
  const into = heads * dimensions;
  const isName = tokens.capital[span.first] === 1;
  const share = scale / (span.last - span.first + 1);
  input.fill(0, into);
  for (let at = span.first; at <= span.last; at++) {
    const found = isName ? row.name : rows.get(toTargetKey(tokens.hash[at]!) ^ salt);
    const base = (found === row.unknown ? row.name : found) * dimensions;
    for (let d = 0; d < dimensions; d++) input[into + d] = input[into + d]! + table[base + d]! * share;
  }
}

/** The weights of eight units next to each other for each input, in the order in which they are read. */
const hiddenBlocks = tensors.hiddenWeights.map((_, at) => {
  const unit = Math.floor(at / (8 * inputCount)) * 8 + (at % 8);
  return tensors.hiddenWeights[unit * inputCount + (Math.floor(at / 8) % inputCount)]!;
});

function classify(): Float64Array {
  fillLayer();
  const { outputWeights, directWeights, outputBias } = tensors;
  let bad = outputBias[0]!;
  let none = outputBias[1]!;
  let good = outputBias[2]!;
  for (let unit = 0; unit < hidden; unit++) {
    const value = layer[unit]!;
    bad += outputWeights[unit]! * value;
    none += outputWeights[hidden + unit]! * value;
    good += outputWeights[2 * hidden + unit]! * value;
  }
  for (let at = 0; at < inputCount; at++) {
    const value = input[at]!;
    bad += directWeights[at]! * value;
    none += directWeights[inputCount + at]! * value;
    good += directWeights[2 * inputCount + at]! * value;
  }
  output[0] = toExponent(bad);
  output[1] = toExponent(none);
  output[2] = toExponent(good);
  const total = output[0] + output[1] + output[2];
  for (let kind = 0; kind < 3; kind++) output[kind] = output[kind]! / total;
  return output;
}

/** Eight units at a time: the processor adds up independent sums in parallel. */
function fillLayer(): void {
  const { hiddenBias } = tensors;
  const from = input;
  const block = hiddenBlocks;
  let base = 0;
  for (let unit = 0; unit < hidden; unit += 8) {
    let s0 = hiddenBias[unit]!;
    let s1 = hiddenBias[unit + 1]!;
    let s2 = hiddenBias[unit + 2]!;
    let s3 = hiddenBias[unit + 3]!;
    let s4 = hiddenBias[unit + 4]!;
    let s5 = hiddenBias[unit + 5]!;
    let s6 = hiddenBias[unit + 6]!;
    let s7 = hiddenBias[unit + 7]!;
    for (let at = 0; at < inputCount; at++, base += 8) {
      const value = from[at]!;
      s0 += block[base]! * value;
      s1 += block[base + 1]! * value;
      s2 += block[base + 2]! * value;
      s3 += block[base + 3]! * value;
      s4 += block[base + 4]! * value;
      s5 += block[base + 5]! * value;
      s6 += block[base + 6]! * value;
      s7 += block[base + 7]! * value;
    }
    layer[unit] = s0 > 0 ? s0 : 0;
    layer[unit + 1] = s1 > 0 ? s1 : 0;
    layer[unit + 2] = s2 > 0 ? s2 : 0;
    layer[unit + 3] = s3 > 0 ? s3 : 0;
    layer[unit + 4] = s4 > 0 ? s4 : 0;
    layer[unit + 5] = s5 > 0 ? s5 : 0;
    layer[unit + 6] = s6 > 0 ? s6 : 0;
    layer[unit + 7] = s7 > 0 ? s7 : 0;
  }
}
