// How many answers per second extraction reads on one core: npm run build && node bench/extraction.mjs [--json FILE]
// The real answers and names are in ../shared/data, beside the checkout.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { markdownToMdast } from 'satteri';
import { findNames } from '../dist/discovery/find-names.js';
import { createExtractor, DEFAULT_FURNITURE } from '../dist/extraction/extract.js';
import { readAnswer } from '../dist/extraction/read-answer.js';
import { SCORED_LANGUAGES } from '../dist/extraction/sentiment/languages.js';
import { createAnalyzer, createSettings } from '../dist/extraction/settings.js';

const { values: flags } = parseArgs({ options: { json: { type: 'string' } } });
const data = new URL('../../shared/data', import.meta.url).pathname;
if (!existsSync(`${data}/answers`)) {
  console.error('No answers beside the checkout: extraction is not measured.');
  process.exit(0);
}

const readLines = (path) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const rows = ['assistant-1', 'search-1'].flatMap((name) => readLines(`${data}/answers/${name}.jsonl`));
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

const fifty = toFifty(rows.flatMap(({ products_mentioned }) => products_mentioned.map(({ brand }) => brand)));
const many = readLines(`${data}/names/brand-names.jsonl`).map(toBrand);
console.log(`${answers.length} answers of ${toSize(answers)} characters on average; best of 40 rounds`);

// The Markdown parser alone, through its public API, shows how fast the machine is.
const figures = { parser_alone: measure('the Markdown parser alone', ({ text }) => markdownToMdast(text)) };
figures.matching_50 = measure('matching, 50 brands', createExtractor(fifty).extract);
figures.matching_6000 = measure('matching, 6,000 brands', createExtractor(many).extract);
figures.everything_50 = measure('everything, 50 brands', toAnalyzer(fifty));
// What it takes on top to find the names that nobody tracks.
const readables = answers.map(({ text }) => readAnswer(text, []).readable);
figures.names = measure('names of untracked brands', findNames, readables);
console.log(`  that is ${((100 * figures.everything_50) / figures.names).toFixed(1)} % of everything else, 50 brands`);
figures.everything_6000 = measure('everything, 6,000 brands', toAnalyzer(many));
const foreign = readForeign();
const analyzers = new Map(foreign.map(({ language, brands }) => [language, toAnalyzer(brands)]));
const foreignAnswers = foreign.flatMap((one) => one.answers);
console.log(
  `${foreignAnswers.length} answers of ${toSize(foreignAnswers)} characters in ${foreign.length} other languages`,
);
figures.everything_50_foreign = measure(
  'everything, 50 brands each',
  (answer) => analyzers.get(answer.language)(answer),
  foreignAnswers,
);
if (flags.json) writeFileSync(flags.json, JSON.stringify({ figures: toNames(figures) }));

function toAnalyzer(brands) {
  return createAnalyzer(createSettings(brands, [...DEFAULT_FURNITURE]));
}

function toNames(values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`extraction_${name}_per_second`, value]));
}

/** The 50 brands that are labelled most often. */
function toFifty(names) {
  const counts = new Map();
  for (const name of names) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 50);
  return most.map(([name], index) => toBrand({ name }, index));
}

/** The labelled answers in the other scored languages. They are short: three in a row are as long as the English ones. */
function readForeign() {
  const own = new URL('../evaluation/answers', import.meta.url).pathname;
  const labelled = [`${data}/labelled-answers`, own].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.jsonl'))
      .flatMap((file) => readLines(`${folder}/${file}`)),
  );
  return SCORED_LANGUAGES.filter((language) => language !== 'en').map((language) => {
    const chosen = labelled.filter((row) => row.language === language);
    const threes = chosen.flatMap((_, at) => (at % 3 === 0 ? [chosen.slice(at, at + 3)] : []));
    return {
      language,
      brands: toFifty(chosen.flatMap(({ brands }) => brands.map(({ name }) => name))),
      answers: threes.map((three) => ({
        text: three.map(({ answer }) => answer).join('\n\n'),
        channel: null,
        sources: [],
        language,
      })),
    };
  });
}

function toSize(texts) {
  return Math.round(texts.reduce((sum, { text }) => sum + text.length, 0) / texts.length);
}

function measure(title, read, texts = answers) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 40; round++) {
    const start = performance.now();
    for (const answer of texts) read(answer);
    best = Math.min(best, performance.now() - start);
  }
  const perSecond = Math.round((texts.length / best) * 1000);
  console.log(`${title.padEnd(28)}${perSecond} answers/s, ${((best / texts.length) * 1000).toFixed(0)} µs each`);
  return perSecond;
}
