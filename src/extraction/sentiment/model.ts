import { inputCount, row, shape, toPairKey, toStemKey, toTargetKey } from './shape.ts';
import type { Tokens } from './tokens.ts';
import { assertSizes, unpackModel } from './unpack-model.ts';
import { weights } from './weights.ts';
import type { Span, Window } from './window.ts';

const { dimensions, heads, hidden } = shape;

assertSizes();
const { rows, scale, table, tensors } = unpackModel(weights);

/** What each row adds to the scores of the heads, computed when the row is needed: of most rows it never is. */
const rowScores = new Float32Array((table.length / dimensions) * heads);
const isScored = new Uint8Array(table.length / dimensions);

function scoreRow(row: number): void {
  if (isScored[row] === 1) return;
  isScored[row] = 1;
  for (let head = 0; head < heads; head++) {
    const query = head * dimensions;
    let sum = 0;
    for (let d = 0; d < dimensions; d++) sum += tensors.queries[query + d]! * table[row * dimensions + d]!;
    rowScores[row * heads + head] = sum * scale;
  }
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
 * The words that were read last, each in the slot that its keys lead to: its vector, then its scores. Answers use the same
 * words in the same way again and again, and to add up the tables of the model takes ten times as long.
 */
const slotCount = 1 << 13;
const slotSize = 24;
const scoresAt = dimensions;
/** Of each slot: word, stem, pair with state, and the last sentence that uses it. */
const slotKeys = new Int32Array(4 * slotCount);
// The keys of empty slots are 0. They would fit the first slot, so that one begins with a key that leads elsewhere.
slotKeys[0] = 1;
/** The slots; then that of all targets; then those of words whose slot is taken by another word of the same sentence. */
let slots = new Float64Array((slotCount + 256) * slotSize);
const targetSlot = slotCount * slotSize;
fillSlot(targetSlot, { word: row.other, stem: row.unknown, pair: row.unknown }, 0);
let spareSlot = targetSlot + slotSize;
let sentence = 0;
/** Where the slot of each token begins. */
let slotOf = new Int32Array(256);

/** What is read from now on is from another sentence. */
export function startSentence(): void {
  sentence = (sentence + 1) | 0;
  spareSlot = targetSlot + slotSize;
}

/** Looks up the words of a sentence, once for all its targets: the tokens from `from` up to, but not including, `to`. */
export function readTokens(tokens: Tokens, salt: number, { isTarget, from, to }: ReadTokens): void {
  if (slotOf.length < to) {
    const larger = new Int32Array(2 * to);
    larger.set(slotOf);
    slotOf = larger;
  }
  const { hash, stem, state } = tokens;
  for (let at = from; at < to; at++) {
    if (isTarget[at] === 1) {
      slotOf[at] = targetSlot;
      continue;
    }
    const hasPair = at > 0 && isTarget[at - 1] !== 1;
    const pair = hasPair ? rows.get(toPairKey(hash[at - 1]!, hash[at]!) ^ salt) : row.unknown;
    slotOf[at] = findSlot(hash[at]! ^ salt, toStemKey(stem[at]!) ^ salt, pair * shape.states + state[at]!);
  }
}

/** Where the slot of a word begins. `use` is the row of the pair, times the number of states, plus the state. */
function findSlot(word: number, stem: number, use: number): number {
  const mixed = word ^ Math.imul(use, 0x9e3779b1);
  const place = (mixed ^ (mixed >>> 15)) & (slotCount - 1);
  const key = 4 * place;
  const isKnown = slotKeys[key] === word && slotKeys[key + 1] === stem && slotKeys[key + 2] === use;
  let slot = place * slotSize;
  if (!isKnown) {
    const found = { word: rows.get(word), stem: rows.get(stem), pair: Math.floor(use / shape.states) };
    if (slotKeys[key + 3] === sentence) slot = takeSpareSlot();
    fillSlot(slot, found, use % shape.states);
    if (slot >= targetSlot) return slot;
    slotKeys[key] = word;
    slotKeys[key + 1] = stem;
    slotKeys[key + 2] = use;
  }
  slotKeys[key + 3] = sentence;
  return slot;
}

function takeSpareSlot(): number {
  const slot = spareSlot;
  spareSlot += slotSize;
  if (spareSlot > slots.length) {
    const larger = new Float64Array(2 * slots.length);
    larger.set(slots);
    slots = larger;
  }
  return slot;
}

/** Adds up the rows of a word, its stem and its pair, and its state. */
function fillSlot(slot: number, { word, stem, pair }: Record<'word' | 'stem' | 'pair', number>, state: number): void {
  const { stateVectors } = tensors;
  // The row of an unknown word counts for the word, but not for its stem or pair.
  const withStem = stem === row.unknown ? 0 : 1;
  const withPair = pair === row.unknown ? 0 : 1;
  for (let d = 0; d < dimensions; d++) {
    slots[slot + d] =
      table[word * dimensions + d]! * scale +
      table[stem * dimensions + d]! * scale * withStem +
      table[pair * dimensions + d]! * scale * withPair +
      stateVectors[state * dimensions + d]!;
  }
  scoreRow(word);
  scoreRow(stem);
  scoreRow(pair);
  for (let head = 0; head < heads; head++) {
    slots[slot + scoresAt + head] =
      rowScores[word * heads + head]! +
      stateTotals[state * heads + head]! +
      rowScores[stem * heads + head]! * withStem +
      rowScores[pair * heads + head]! * withPair;
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
  const words = slots;
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
    const base = slotOf[token[index]!]!;
    const weight = toExponent(words[base + scoresAt + head]! + placeScores[place[index]! * heads + head]!);
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
