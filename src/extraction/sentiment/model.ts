import { inputCount, listTensors, row, shape, type TensorName, toStemKey, toTargetKey } from './shape.ts';
import type { Tokens } from './tokens.ts';
import { weights } from './weights.ts';
import { placeCount, type Span, type Window } from './window.ts';

const { dimensions, heads, hidden } = shape;

/** The packed model: row count, scale, keys of the rows, rows in 8 bits, then the tensors; all little-endian. */
function unpack(base64: string) {
  const bytes = Buffer.from(base64, 'base64');
  const rowCount = bytes.readUInt32LE(0);
  const scale = bytes.readFloatLE(4);
  let offset = 8;
  let tableBits = 4;
  while (1 << tableBits < rowCount * 2) tableBits++;
  const tableMask = (1 << tableBits) - 1;
  const keys = new Int32Array(1 << tableBits);
  const rows = new Int32Array(1 << tableBits);
  for (let index = 0; index < rowCount; index++) {
    const key = bytes.readInt32LE(offset);
    offset += 4;
    if (index < row.first) continue;
    let slot = key & tableMask;
    while (keys[slot] !== 0) slot = (slot + 1) & tableMask;
    keys[slot] = key;
    rows[slot] = index;
  }
  const table = new Float64Array(rowCount * dimensions);
  for (let at = 0; at < table.length; at++) table[at] = bytes.readInt8(offset++) * scale;
  const tensors = {} as Record<TensorName, Float64Array>;
  for (const [name, length] of listTensors(placeCount)) {
    const tensor = new Float64Array(length);
    for (let at = 0; at < length; at++, offset += 4) tensor[at] = bytes.readFloatLE(offset);
    tensors[name] = tensor;
  }
  return { tableMask, keys, rows, table, tensors };
}

const { tableMask, keys, rows, table, tensors } = unpack(weights);
const { tones, toneScores, placeScores, queries, hiddenWeights, hiddenBias, outputWeights, directWeights, outputBias } =
  tensors;

/** The row of a word, 0 when the model does not know it. */
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
 * e^x from a table made of multiplications only: `Math.exp` may differ in its last bit from one engine to the next,
 * and a score must not.
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
  const index = Math.floor((value + exponentLimit) * exponentSteps + 0.5);
  if (index < 0) return exponents[0]!;
  return exponents[index < exponents.length ? index : exponents.length - 1]!;
}

let vectors = new Float64Array(256 * dimensions);
let scores = new Float64Array(256 * heads);

/** Looks the words of a sentence up, once for all its targets. Reads the tokens from `from` to before `to`. */
export function readWords(tokens: Tokens, isTarget: Uint8Array, from: number, to: number): void {
  if (vectors.length < to * dimensions) {
    vectors = new Float64Array(to * 2 * dimensions);
    scores = new Float64Array(to * 2 * heads);
  }
  for (let at = from; at < to; at++) {
    const target = isTarget[at] === 1;
    const wordRow = target ? row.other : findRow(tokens.hash[at]!);
    const stemRow = target ? row.unknown : findRow(toStemKey(tokens.stem[at]!));
    const tone = (tokens.word[at]! & 255) * 2 + tokens.negated[at]!;
    const base = at * dimensions;
    const wordBase = wordRow * dimensions;
    const stemBase = stemRow * dimensions;
    const toneBase = tone * dimensions;
    const hasStem = stemRow !== row.unknown;
    for (let d = 0; d < dimensions; d++) {
      const stem = hasStem ? table[stemBase + d]! : 0;
      vectors[base + d] = table[wordBase + d]! + stem + tones[toneBase + d]!;
    }
    for (let head = 0; head < heads; head++) {
      let score = toneScores[tone * heads + head]!;
      const query = head * dimensions;
      for (let d = 0; d < dimensions; d++) score += queries[query + d]! * vectors[base + d]!;
      scores[at * heads + head] = score;
    }
  }
}

const input = new Float64Array(inputCount);
const layer = new Float64Array(hidden);
const sums = new Float64Array(heads);
const output = new Float64Array(3);

/** The probabilities that a target is spoken of badly, not at all, or well. Valid until the next call. */
export function judge(tokens: Tokens, span: Span, window: Window, targetCount: number): Float64Array {
  input.fill(0);
  sums.fill(1);
  for (let index = 0; index < window.count; index++) {
    const at = window.token[index]!;
    const place = window.place[index]! * heads;
    const base = at * dimensions;
    for (let head = 0; head < heads; head++) {
      const weight = toExponent(scores[at * heads + head]! + placeScores[place + head]!);
      sums[head] = sums[head]! + weight;
      const into = head * dimensions;
      for (let d = 0; d < dimensions; d++) input[into + d] = input[into + d]! + weight * vectors[base + d]!;
    }
  }
  for (let head = 0; head < heads; head++) {
    const share = 1 / sums[head]!;
    for (let d = head * dimensions; d < (head + 1) * dimensions; d++) input[d] = input[d]! * share;
  }
  addTarget(tokens, span);
  input[inputCount - shape.crowdSizes + Math.min(targetCount, shape.crowdSizes) - 1] = 1;
  return classify();
}

/** A name says nothing about its bearer, so names are all alike; "service" or "menu" have a meaning and keep it. */
function addTarget(tokens: Tokens, span: Span): void {
  const into = heads * dimensions;
  const isName = tokens.capital[span.first] === 1;
  const share = 1 / (span.last - span.first + 1);
  for (let at = span.first; at <= span.last; at++) {
    const found = isName ? row.name : findRow(toTargetKey(tokens.hash[at]!));
    const base = (found === row.unknown ? row.name : found) * dimensions;
    for (let d = 0; d < dimensions; d++) input[into + d] = input[into + d]! + table[base + d]! * share;
  }
}

function classify(): Float64Array {
  for (let unit = 0; unit < hidden; unit++) {
    let sum = hiddenBias[unit]!;
    const base = unit * inputCount;
    for (let at = 0; at < inputCount; at++) sum += hiddenWeights[base + at]! * input[at]!;
    layer[unit] = sum > 0 ? sum : 0;
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
