/**
 * Measures the sentiment model on files of labeled sentences.
 *
 *   npm run build && node scripts/evaluate-sentiment.mjs [data folder]
 *
 * The data folder holds reviews-multi-aspect.jsonl and news-multi-target.jsonl (default ../shared/data/sentiment).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scoreSentence } from '../dist/extraction/sentiment/score.js';

const folder = process.argv[2] ?? '../shared/data/sentiment';
const kinds = ['negative', 'neutral', 'positive'];

for (const name of ['reviews-multi-aspect', 'news-multi-target']) {
  const rows = readFileSync(join(folder, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const confusion = kinds.map(() => [0, 0, 0]);
  for (const { text, targets } of rows) {
    const scores = scoreSentence(
      text,
      targets.map(({ from, to }) => ({ start: from, end: to })),
    );
    targets.forEach(({ polarity }, index) => {
      const predicted = 1 + Math.sign(scores[index]?.thousandths ?? 0);
      confusion[kinds.indexOf(polarity)][predicted]++;
    });
  }
  report(name, confusion);
  reportTime(rows);
}

function report(name, confusion) {
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const all = sum(confusion.map(sum));
  const right = sum(kinds.map((_, at) => confusion[at][at]));
  const f1 = kinds.map(
    (_, at) => (2 * confusion[at][at]) / (sum(confusion[at]) + sum(confusion.map((row) => row[at]))),
  );
  console.log(`\n${name}: ${all} targets, accuracy ${(right / all).toFixed(3)}, macro-F1 ${(sum(f1) / 3).toFixed(3)}`);
  console.log(`  ${'label'.padEnd(10)} ${kinds.map((kind) => `as ${kind}`.padStart(14)).join('')}      F1`);
  kinds.forEach((kind, at) => {
    console.log(
      `  ${kind.padEnd(10)} ${confusion[at].map((value) => String(value).padStart(14)).join('')}   ${f1[at].toFixed(3)}`,
    );
  });
}

function reportTime(rows) {
  const inputs = rows.map(({ text, targets }) => [text, targets.map(({ from, to }) => ({ start: from, end: to }))]);
  const count = inputs.reduce((total, [, targets]) => total + targets.length, 0);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 15; round++) {
    const before = process.hrtime.bigint();
    for (const [text, targets] of inputs) scoreSentence(text, targets);
    best = Math.min(best, Number(process.hrtime.bigint() - before));
  }
  console.log(
    `  ${(best / 1000 / count).toFixed(1)} µs per target, ${(best / 1000 / rows.length).toFixed(1)} µs per sentence`,
  );
}
