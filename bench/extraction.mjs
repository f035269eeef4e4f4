// How many answers per second extraction reads on one core: npm run build && node bench/extraction.mjs [--json FILE]
// The real answers and names are in ../shared/data, beside the checkout.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { markdownToMdast } from 'satteri';
import { createExtractor, DEFAULT_FURNITURE } from '../dist/extraction/extract.js';
import { createAnalyzer, createSettings } from '../dist/extraction/settings.js';

const { values: flags } = parseArgs({ options: { json: { type: 'string' } } });
const data = new URL('../../shared/data', import.meta.url).pathname;
if (!existsSync(`${data}/answers`)) {
  console.error('No answers beside the checkout: extraction is not measured.');
  process.exit(0);
}

const readLines = (path) =>
  readFileSync(`${data}/${path}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const rows = ['answers/assistant-1.jsonl', 'answers/search-1.jsonl'].flatMap(readLines);
const answers = rows.map(({ response, sources }) => ({ text: response, channel: null, sources, language: 'en' }));
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
const fifty = [...labels]
  .sort((a, b) => b[1] - a[1])
  .slice(0, 50)
  .map(([name], index) => toBrand({ name }, index));
const many = readLines('names/brand-names.jsonl').map(toBrand);
const size = Math.round(answers.reduce((sum, { text }) => sum + text.length, 0) / answers.length);
console.log(`${answers.length} answers of ${size} characters on average; best of 40 rounds`);

// The Markdown parser alone, through its public API, shows how fast the machine is.
const figures = { parser_alone: measure('the Markdown parser alone', ({ text }) => markdownToMdast(text)) };
figures.matching_50 = measure('matching, 50 brands', createExtractor(fifty).extract);
figures.matching_6000 = measure('matching, 6,000 brands', createExtractor(many).extract);
figures.everything_50 = measure('everything, 50 brands', toAnalyzer(fifty));
figures.everything_6000 = measure('everything, 6,000 brands', toAnalyzer(many));
if (flags.json) writeFileSync(flags.json, JSON.stringify({ figures: toNames(figures) }));

function toAnalyzer(brands) {
  return createAnalyzer(createSettings(brands, [...DEFAULT_FURNITURE]));
}

function toNames(values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`extraction_${name}_per_second`, value]));
}

function measure(title, read) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 40; round++) {
    const start = performance.now();
    for (const answer of answers) read(answer);
    best = Math.min(best, performance.now() - start);
  }
  const perSecond = Math.round((answers.length / best) * 1000);
  console.log(`${title.padEnd(28)}${perSecond} answers/s, ${((best / answers.length) * 1000).toFixed(0)} µs each`);
  return perSecond;
}
