// Measures how well brands that nobody tracks are found in labeled answers: node scripts/evaluate-discovery.mjs [--show]
import { existsSync, readFileSync } from 'node:fs';
import { findNames } from '../dist/discovery/find-names.js';
import { groupNames } from '../dist/discovery/group-names.js';
import { addAnswer } from '../dist/discovery/name-statistics.js';
import { createOrdinaryUse } from '../dist/discovery/ordinary-use.js';
import { isMedia, toSiteName } from '../dist/discovery/site-name.js';
import { foldText } from '../dist/extraction/character-folding.js';
import { createFurnitureFinder, DEFAULT_FURNITURE } from '../dist/extraction/furniture.js';
import { readAnswer } from '../dist/extraction/read-answer.js';

const DATA = new URL('../../shared/data/', import.meta.url);
const OWN_DATA = new URL('../evaluation/answers/', import.meta.url);
const FEWEST_ANSWERS = 3;
const SHOWN = 50;
const show = process.argv.includes('--show');
const furniture = createFurnitureFinder(DEFAULT_FURNITURE);

if (!existsSync(new URL('answers/assistant-1.jsonl', DATA))) {
  console.error('../shared/data is not beside the checkout: there is nothing to measure with.');
  process.exit(1);
}

const shopping = ['assistant-1', 'search-1']
  .flatMap((file) => readLines(`answers/${file}.jsonl`))
  .map(toShoppingAnswer);
const shared = ['english-consumer', 'english-services', 'french-italian-spanish', 'german-dutch', 'other-languages'];
const own = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt'];
const written = [
  ...shared.flatMap((file) => readLines(`labelled-answers/${file}.jsonl`)),
  ...own.flatMap((language) => readLines(`${language}-train.jsonl`, OWN_DATA)),
].map(toWrittenAnswer);
const categories = groupBy(shopping, ({ category }) => category);
const projects = [
  ...categories,
  ['all shopping answers', shopping],
  ...groupBy(written, ({ language }) => `answers in ${language}`),
];

const results = [];
for (const [name, answers] of projects) {
  const result = await evaluate(answers);
  results.push(result);
  const { suggestions, missed, labeled } = result;
  const found = labeled.length - missed.length;
  console.log(
    `${name}: ${answers.length} answers, ${found} of ${labeled.length} brands in ${FEWEST_ANSWERS} answers found`,
  );
  if (missed.length > 0) console.log(`  missed: ${missed.join(', ')}`);
  if (show) console.log(`  ${suggestions.slice(0, SHOWN).map(toLabel).join(' | ')}`);
}
// The categories come first.
const evaluated = results.slice(0, categories.length);
const all = evaluated.reduce((sum, { labeled }) => sum + labeled.length, 0);
const missed = evaluated.reduce((sum, category) => sum + category.missed.length, 0);
console.log(`\nrecall over all categories: ${all - missed} of ${all}, ${((all - missed) / all).toFixed(3)}`);
const unlabeled = evaluated.reduce(
  (sum, { suggestions }) => sum + suggestions.slice(0, SHOWN).filter((one) => !one.isLabeled).length,
  0,
);
const suggested = evaluated.reduce((sum, { suggestions }) => sum + Math.min(SHOWN, suggestions.length), 0);
console.log(
  `suggested: ${suggested}, of which ${unlabeled} are not labeled (many are brands: --show lists them with *)`,
);

async function evaluate(answers) {
  const statistics = new Map();
  const ordinaryUse = createOrdinaryUse();
  const named = answers.map(({ text, language }) => {
    const { readable } = readAnswer(text, furniture.find(text, null));
    const names = findNames(readable);
    addAnswer(statistics, names);
    const texts = new Set(names.map((name) => name.text));
    ordinaryUse.add(readable.text, texts, language);
    return texts;
  });
  const domains = answers.flatMap(({ sources }) => sources);
  const sites = new Set(domains.map(toSiteName));
  const media = new Set(domains.filter(isMedia).map(toSiteName));
  const context = { sites, media, ordinaryUse, answers: answers.length };
  const groups = await groupNames([...statistics.values()], context, async () => {});
  const counts = new Map();
  for (const { labels } of answers)
    for (const label of new Set(labels)) counts.set(label, (counts.get(label) ?? 0) + 1);
  const suggestions = groups
    .map((group) => {
      const chats = named.filter((texts) => group.members.some((member) => texts.has(member))).length;
      const mentions = group.members.reduce((sum, text) => sum + statistics.get(text).count, 0);
      return { ...group, chats, mentions, isLabeled: counts.has(toLabelKey(group.name)) };
    })
    .sort((a, b) => b.chats - a.chats || b.mentions - a.mentions);
  const names = new Set(suggestions.map(({ name }) => toLabelKey(name)));
  const labeled = [...counts].filter(([, count]) => count >= FEWEST_ANSWERS).map(([label]) => label);
  return { suggestions, labeled, missed: labeled.filter((label) => !names.has(label)) };
}

function toLabel({ name, isLabeled }) {
  return isLabeled ? name : `*${name}`;
}

/** Labels write names in several ways: `The North Face`, `De'Longhi`, `Delonghi`. */
function toLabelKey(name) {
  return foldText(name)
    .replace(/^the /, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function toShoppingAnswer({ query_id, response, products_mentioned, sources }) {
  return {
    // Four ways to ask each question follow each other.
    category: `category ${Math.floor((Number(query_id.slice('query-'.length)) - 2219) / 4)}`,
    text: response,
    language: 'en',
    labels: products_mentioned.flatMap(({ brand }) => (brand ? [toLabelKey(brand)] : [])),
    sources: (sources ?? []).flatMap(({ domain }) => domain ?? []),
  };
}

function toWrittenAnswer({ answer, brands, language }) {
  return { text: answer, language, labels: brands.map(({ name }) => toLabelKey(name)), sources: [] };
}

function groupBy(items, toKey) {
  const groups = new Map();
  for (const item of items) groups.set(toKey(item), [...(groups.get(toKey(item)) ?? []), item]);
  return [...groups];
}

function readLines(path, folder = DATA) {
  return readFileSync(new URL(path, folder), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
