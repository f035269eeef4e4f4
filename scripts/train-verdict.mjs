/**
 * Trains the verdict about a brand from what the sentences of an answer say, and writes
 * src/extraction/sentiment/verdict-weights.ts.
 *
 *   for fold in 0 1 2 3 4 -1; do node scripts/train-sentiment.mjs --fold=$fold; done && npm run build
 *   node scripts/train-verdict.mjs [--data FOLDER] [--opinions FOLDER] [--measure]
 *
 * It learns from labelled answers, and from opinions of sentences by models that had not seen the answer. --measure only
 * prints how well it does on answers that it did not learn from.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MAX_JUDGED_AFTER, readPortraits } from '../dist/extraction/brand-sentiment.js';
import { findScoredLanguage } from '../dist/extraction/sentiment/languages.js';
import { FEATURES, listFeatures } from '../dist/extraction/sentiment/portrait.js';
import { toScore } from '../dist/extraction/sentiment/verdict.js';
import { extractLabelled, isHeldOut, readLabelledAnswers, toFold } from './labelled-answers.mjs';
import { correlate } from './rank-correlation.mjs';

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    opinions: { type: 'string', default: join(tmpdir(), 'overheard-sentiment') },
    measure: { type: 'boolean', default: false },
    set: { type: 'string', multiple: true, default: [] },
  },
});
const options = {
  epochs: 14,
  batch: 32,
  rate: 0.002,
  /** How strongly weights are pulled to 0. */
  decay: 0.001,
  /** Added to what speaks for a class: to call a brand bad without reason is worse than to miss it. */
  mixed: -0.1,
  bad: -0.3,
  nothing: 0.4,
  /** How much answers of the shared set count: those that decide are like them. */
  shared: 5,
};
for (const setting of flags.set) {
  const [name, value] = setting.split('=');
  options[name] = Number(value);
}
const CLASSES = ['good', 'mixed', 'bad', 'nothing'];
const toClass = (score) => (score === null ? 3 : score > 0 ? 0 : score < 0 ? 2 : 1);

const toFile = (fold) => join(flags.opinions, `opinions-${fold}.json`);

/** The opinions that models without knowledge of the answer have of its sentences, by answer and brand. */
function readOpinions() {
  const opinions = new Map();
  for (const fold of [0, 1, 2, 3, 4, -1]) {
    if (!existsSync(toFile(fold))) continue;
    for (const { id, brand, isNamed, good, bad } of JSON.parse(readFileSync(toFile(fold), 'utf8'))) {
      const key = `${fold} ${id} ${brand}`;
      const known = opinions.get(key) ?? [];
      if (!isNamed && known.filter((opinion) => !opinion.isNamed).length >= MAX_JUDGED_AFTER) continue;
      opinions.set(key, [...known, { good, bad, isNamed }]);
    }
  }
  return opinions;
}

function readExamples() {
  const opinions = readOpinions();
  return readLabelledAnswers(flags.data).flatMap((answer) => {
    const language = findScoredLanguage(answer.language);
    if (language === null) return [];
    const fold = isHeldOut(answer) ? -1 : toFold(answer.id);
    if (!existsSync(toFile(fold))) return [];
    const extraction = extractLabelled(answer);
    const { portraits } = readPortraits(extraction, language);
    return answer.brands.map(({ name, score, evidence }, brand) => {
      const at = extraction.brands.findIndex((finding) => finding.brand === brand);
      const portrait = { ...portraits[at], opinions: opinions.get(`${fold} ${answer.id} ${brand}`) ?? [] };
      const features = at < 0 ? null : toFeatures(portrait);
      return { id: answer.id, name, evidence, part: answer.part, language: answer.language, score, features };
    });
  });
}

function toFeatures(portrait) {
  const features = new Array(FEATURES.length).fill(0);
  listFeatures(portrait, (feature, value) => {
    features[feature] = value;
  });
  return features;
}

const round = (value) => Math.round(value * 1000) / 1000;

/** A softmax over the classes, and a straight line for the strength, by Adam with a rate that falls. */
function fitVerdict(examples) {
  const sparse = examples.flatMap(({ features, score, part }) => {
    if (features === null) return [];
    const indexes = features.flatMap((value, at) => (value === 0 ? [] : [at]));
    const values = indexes.map((at) => features[at]);
    return [{ indexes, values, kind: toClass(score), score, weight: part === 'shared' ? options.shared : 1 }];
  });
  const zeros = () => new Float64Array(FEATURES.length);
  const columns = Array.from({ length: CLASSES.length + 1 }, () => ({
    weights: zeros(),
    gradient: zeros(),
    mean: zeros(),
    square: zeros(),
  }));
  const random = createRandom();
  const sum = ({ weights }, { indexes, values }) => {
    let total = 0;
    for (let at = 0; at < indexes.length; at++) total += weights[indexes[at]] * values[at];
    return total;
  };
  const learn = ({ gradient }, { indexes, values, weight }, error) => {
    for (let at = 0; at < indexes.length; at++) gradient[indexes[at]] += weight * error * values[at];
  };
  let steps = 0;
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    const rate = options.rate * (1.05 - epoch / options.epochs);
    for (let at = sparse.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [sparse[at], sparse[other]] = [sparse[other], sparse[at]];
    }
    for (const [index, example] of sparse.entries()) {
      const sums = columns.map((column) => sum(column, example));
      const most = Math.max(...sums.slice(0, CLASSES.length));
      const exponents = CLASSES.map((_, kind) => Math.exp(sums[kind] - most));
      const total = exponents.reduce((all, value) => all + value, 0);
      CLASSES.forEach((_, kind) => {
        learn(columns[kind], example, exponents[kind] / total - (example.kind === kind ? 1 : 0));
      });
      if (example.score !== null) learn(columns.at(-1), example, sums.at(-1) - example.score / 2);
      if (index % options.batch === options.batch - 1 || index === sparse.length - 1) {
        steps++;
        for (const column of columns) step(column, { rate, steps });
      }
    }
  }
  for (const kind of ['mixed', 'bad', 'nothing']) columns[CLASSES.indexOf(kind)].weights[0] += options[kind];
  return columns.map(({ weights }) => Array.from(weights, round));
}

function step({ weights, gradient, mean, square }, { rate, steps }) {
  for (let at = 0; at < weights.length; at++) {
    const slope = gradient[at] / options.batch;
    mean[at] = 0.9 * mean[at] + 0.1 * slope;
    square[at] = 0.999 * square[at] + 0.001 * slope * slope;
    const size = Math.sqrt(square[at] / (1 - 0.999 ** steps)) + 1e-8;
    weights[at] -= rate * (mean[at] / (1 - 0.9 ** steps) / size + options.decay * weights[at]);
    gradient[at] = 0;
  }
}

function createRandom() {
  let state = 1;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

function predict(columns, features) {
  if (features === null) return { kind: 3, thousandths: null };
  const sums = columns.map((weights) => weights.reduce((total, weight, at) => total + weight * features[at], 0));
  const kind = sums.slice(0, 4).indexOf(Math.max(...sums.slice(0, 4)));
  return { kind, thousandths: toScore(kind, sums[4]) };
}

function print(title, examples) {
  if (examples.length === 0) return;
  const confusion = CLASSES.map(() => [0, 0, 0, 0]);
  const pairs = [];
  for (const { score, result } of examples) {
    confusion[toClass(score)][result.kind]++;
    if (score !== null && result.kind !== 3) pairs.push([score, result.thousandths]);
  }
  const right = CLASSES.reduce((total, _, kind) => total + confusion[kind][kind], 0);
  const sum = (list) => list.reduce((total, value) => total + value, 0);
  const precision = confusion[2][2] / sum(confusion.map((row) => row[2]));
  const recall = confusion[2][2] / sum(confusion[2]);
  const figures = [right / examples.length, precision, recall, correlate(pairs) ?? Number.NaN];
  console.log(
    `${title.padEnd(28)} ${String(examples.length).padStart(5)} ${figures.map((value) => value.toFixed(3)).join('  ')}  ${JSON.stringify(confusion)}`,
  );
}

const examples = readExamples();
const learned = examples.filter((example) => !isHeldOut(example));
const inner = ({ id }) => toFold(`verdict ${id}`);
for (let fold = 0; fold < 5; fold++) {
  const columns = fitVerdict(learned.filter((example) => inner(example) !== fold));
  for (const example of learned) if (inner(example) === fold) example.result = predict(columns, example.features);
}
const columns = fitVerdict(learned);
for (const example of examples) if (isHeldOut(example)) example.result = predict(columns, example.features);
console.log(`${''.padEnd(34)} four  bad p  bad r  corr.`);
for (const part of ['shared', 'train', 'real', 'held-out', 'real-held-out']) {
  const members = examples.filter((example) => example.part === part);
  print(
    `${part}, English`,
    members.filter(({ language }) => language === 'en'),
  );
  print(
    `${part}, the other languages`,
    members.filter(({ language }) => language !== 'en'),
  );
}
if (!flags.measure) {
  const lines = FEATURES.flatMap((name, at) => {
    const values = columns.map((weights) => weights[at]);
    const key = /^[a-z]+$/i.test(name) ? name : `'${name}'`;
    return values.every((value) => value === 0) ? [] : [`  ${key}: [${values.join(', ')}],`];
  });
  writeFileSync(
    new URL('../src/extraction/sentiment/verdict-weights.ts', import.meta.url),
    `/** Made by scripts/train-verdict.mjs: for each feature its weight for good, mixed, bad, nothing, and the strength. */
export const verdictWeights: Readonly<Record<string, readonly number[]>> = {
${lines.join('\n')}
};
`,
  );
}
