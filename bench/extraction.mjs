// Answers a second that extraction reads on one core: npm run build && node bench/extraction.mjs [folder of the data]
// The real answers and names stand in ../shared/data beside the checkout.
import { existsSync, readFileSync } from 'node:fs';
import { createExtractor } from '../dist/extraction/extract.js';

const data = process.argv[2] ?? new URL('../../shared/data', import.meta.url).pathname;
if (!existsSync(`${data}/answers`)) {
  console.error(`No answers in ${data}: nothing to measure.`);
  process.exit(1);
}

const readLines = (path) =>
  readFileSync(`${data}/${path}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const rows = ['answers/assistant-1.jsonl', 'answers/search-1.jsonl'].flatMap(readLines);
const answers = rows.map(({ response, sources }) => ({ text: response, channel: null, sources }));
const toBrand = ({ name, aliases = [] }, brand) => ({
  brand,
  name,
  aliases,
  exclude: [],
  regex: null,
  case: 'smart',
  domains: [],
  is_own: false,
});

const labels = new Map();
for (const { products_mentioned } of rows) {
  for (const { brand } of products_mentioned) if (brand) labels.set(brand, (labels.get(brand) ?? 0) + 1);
}
const fifty = [...labels].sort((a, b) => b[1] - a[1]).slice(0, 50);
const size = Math.round(answers.reduce((sum, { text }) => sum + text.length, 0) / answers.length);
console.log(`${answers.length} answers of ${size} characters on average; best of 40 rounds`);
measure('50 brands', createExtractor(fifty.map(([name], index) => toBrand({ name }, index))));
measure('6,000 brands', createExtractor(readLines('names/brand-names.jsonl').map(toBrand)));

function measure(title, extractor) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 40; round++) {
    const start = performance.now();
    for (const answer of answers) extractor.extract(answer);
    best = Math.min(best, performance.now() - start);
  }
  const perSecond = Math.round((answers.length / best) * 1000);
  console.log(`${title.padEnd(14)}${perSecond} answers/s, ${((best / answers.length) * 1000).toFixed(0)} µs each`);
}
