// Measures matching, positions, ranks and sentiment on labelled answers:
//   npm run evaluate [-- --wrong bad] [--only de]
// The answers are in ../shared/data/labelled-answers, beside the checkout, and in evaluation/answers: `train` may be learned
// from, `held-out` may not. --wrong CLASS, mentions or ranks prints what was judged wrongly. With ../shared/data/answers, it
// also tells how steady scores are in real answers; --bad prints what is scored as bad there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findLanguage } from '../dist/analysis/language.js';
import { groupBy } from '../dist/domain/grouping.js';
import { toSentimentClass } from '../dist/domain/sentiment.js';
import { DEFAULT_FURNITURE } from '../dist/extraction/extract.js';
import { createAnalyzer, createSettings } from '../dist/extraction/settings.js';
import { readLabelledAnswers, readLines, toTracked } from './labelled-answers.mjs';
import { correlate } from './rank-correlation.mjs';

const { values: flags } = parseArgs({
  options: { wrong: { type: 'string' }, only: { type: 'string', default: '' }, bad: { type: 'boolean' } },
});
const ROOT = join(import.meta.dirname, '..');
const DATA = join(ROOT, '../shared/data');
const GROUPS = [
  ['English', ['en']],
  ['German, French, Spanish, Italian, Dutch, Portuguese, Polish', ['de', 'fr', 'es', 'it', 'nl', 'pt', 'pl']],
  ['Swedish, Turkish', ['sv', 'tr']],
  ['Japanese, Chinese, Korean, Arabic', ['ja', 'zh', 'ko', 'ar']],
];
const CLASSES = ['good', 'mixed', 'bad', 'nothing'];

const toLabel = (score) => (score === null ? 'nothing' : score > 0 ? 'good' : score < 0 ? 'bad' : 'mixed');

const LATIN = /\p{Script=Latin}/u;

/** Whoever tracks a brand knows how it is written in other scripts; the shortest form has no prefix or particle. */
function toAliases(name, forms) {
  const others = forms.filter((form) => LATIN.test(form) !== LATIN.test(name));
  return others.sort((a, b) => a.length - b.length).slice(0, 1);
}

/** Reads an answer with its brands, and with those that only seem to be in it. */
async function evaluate({ answer, brands, traps }) {
  const names = brands.map(({ name }) => name);
  const trapped = [...new Set(traps.map(({ brand }) => brand))].filter((name) => !names.includes(name));
  const settings = [...names, ...trapped].map((name, brand) =>
    toTracked(name, brand, toAliases(name, brands[brand]?.forms ?? [])),
  );
  const analysis = createAnalyzer(createSettings(settings, DEFAULT_FURNITURE))({
    text: answer,
    channel: null,
    sources: [],
    language: await findLanguage(answer),
  });
  const found = new Map(analysis.brands.map((finding, index) => [finding.brand, { ...finding, index }]));
  // Positions are counted among the brands that are really there.
  const positions = new Map(
    analysis.brands.filter(({ brand }) => brand < names.length).map(({ brand }, index) => [brand, index + 1]),
  );
  return {
    trapped: trapped.map((name, at) => ({ name, count: found.get(names.length + at)?.count ?? 0 })),
    entries: brands.map((labelled, brand) => {
      const finding = found.get(brand);
      const ranks = finding?.mentions.map(({ list_rank }) => list_rank).filter((rank) => rank !== null) ?? [];
      return {
        labelled,
        count: finding?.count ?? 0,
        position: positions.get(brand) ?? null,
        texts: finding?.mentions.map(({ text, rule }) => `${text} [${rule}]`) ?? [],
        list_rank: ranks.length === 0 ? null : Math.min(...ranks),
        thousandths: finding ? (analysis.sentiments[finding.index] ?? null) : null,
      };
    }),
  };
}

function createSums() {
  return {
    answers: 0,
    entries: 0,
    found: 0,
    missed: 0,
    extra: 0,
    positions: 0,
    ranks: 0,
    right: 0,
    pairs: [],
    confusion: {},
  };
}

async function add(sums, row) {
  const { trapped, entries } = await evaluate(row);
  sums.answers += 1;
  for (const { name, count } of trapped) {
    sums.extra += count;
    if (flags.wrong === 'mentions' && count > 0)
      console.log(`${row.id} ${name}: ${count} too many, of ${JSON.stringify(row.traps)}`);
  }
  for (const { labelled, count, position, list_rank, thousandths, texts } of entries) {
    if (flags.wrong === 'mentions' && count !== labelled.count)
      console.log(
        `${row.id} ${labelled.name}: ${count} of ${labelled.count}, ${labelled.forms.join(', ')}: ${texts.join(', ')}`,
      );
    if (flags.wrong === 'ranks' && list_rank !== labelled.list_rank)
      console.log(`${row.id} ${labelled.name}: rank ${list_rank} for ${labelled.list_rank}`);
    sums.entries += 1;
    sums.found += Math.min(count, labelled.count);
    sums.missed += Math.max(0, labelled.count - count);
    sums.extra += Math.max(0, count - labelled.count);
    sums.positions += Number(position === labelled.position);
    sums.ranks += Number(list_rank === labelled.list_rank);
    const [expected, actual] = [toLabel(labelled.score), toSentimentClass(thousandths)];
    sums.right += Number(expected === actual);
    sums.confusion[`${expected} ${actual}`] = (sums.confusion[`${expected} ${actual}`] ?? 0) + 1;
    if (labelled.score !== null && thousandths !== null) sums.pairs.push([labelled.score, thousandths]);
    if (flags.wrong && expected !== actual && [expected, actual].includes(flags.wrong))
      console.log(
        `${row.id} ${labelled.name}: ${expected}, taken for ${actual} (${thousandths}) ${JSON.stringify(labelled.evidence)}`,
      );
  }
}

const show = (share) => (share === null || Number.isNaN(share) ? '–' : share.toFixed(3)).padStart(7);

/** A line of the table; without `hasPlaces`, the labels do not tell where names stand and which forms they have. */
function print(title, sums, hasPlaces) {
  const { entries, found, missed, extra } = sums;
  if (entries === 0) return;
  const of = (expected, actual) => sums.confusion[`${expected} ${actual}`] ?? 0;
  const sum = (list) => list.reduce((total, value) => total + value, 0);
  const precision = (kind) => of(kind, kind) / sum(CLASSES.map((expected) => of(expected, kind)));
  const recall = (kind) => of(kind, kind) / sum(CLASSES.map((actual) => of(kind, actual)));
  const places = [found / (found + missed), found / (found + extra), sums.positions / entries, sums.ranks / entries];
  const row = [
    ...places.map((share) => (hasPlaces ? share : null)),
    sums.right / entries,
    precision('bad'),
    recall('bad'),
    precision('good'),
    recall('good'),
    correlate(sums.pairs),
  ];
  console.log(
    `${title.padEnd(44)} ${String(sums.answers).padStart(5)} ${String(entries).padStart(6)} ${row.map(show).join('')}`,
  );
}

const PARTS = {
  shared: 'shared',
  'held-out': 'own, held out',
  train: 'own, for training',
  'real-held-out': 'real, held out',
  real: 'real, for training',
};
const labelled = readLabelledAnswers(DATA);
const sets = labelled
  .filter((row) => row.part in PARTS && (!flags.only || row.language === flags.only))
  .map((row) => ({ part: PARTS[row.part], row }));

const HEAD = ['recall', 'prec.', 'pos.', 'rank', 'four', 'bad p', 'bad r', 'good p', 'good r', 'corr.'];
console.log(
  `${''.padEnd(44)} ${'texts'.padStart(5)} ${'brands'.padStart(6)} ${HEAD.map((name) => name.padStart(7)).join('')}`,
);
for (const part of new Set(sets.map((set) => set.part))) {
  console.log(`${part}:`);
  const hasPlaces = !part.startsWith('real');
  const languages = new Map();
  for (const { row } of sets.filter((set) => set.part === part)) {
    if (!languages.has(row.language)) languages.set(row.language, createSums());
    await add(languages.get(row.language), row);
  }
  for (const [title, members] of GROUPS) {
    const present = members.filter((language) => languages.has(language));
    const together = createSums();
    for (const language of present) {
      const sums = languages.get(language);
      for (const key of ['answers', 'entries', 'found', 'missed', 'extra', 'positions', 'ranks', 'right'])
        together[key] += sums[key];
      together.pairs.push(...sums.pairs);
      for (const [key, count] of Object.entries(sums.confusion))
        together.confusion[key] = (together.confusion[key] ?? 0) + count;
    }
    print(`  ${title.length > 40 ? 'The seven languages' : title}`, together, hasPlaces);
    if (present.length > 1)
      for (const language of present) print(`    ${language}`, languages.get(language), hasPlaces);
  }
}

/** Every question was asked in four wordings, one after the other. */
const WORDINGS = 4;
const REAL = join(DATA, 'answers');
if (existsSync(REAL) && !flags.only) await evaluateReal();

/** How steady scores are: the same brand in answers to the same question, and how much of their variance brands explain. */
async function evaluateReal() {
  const answers = ['assistant-1', 'search-1'].flatMap((file) => {
    const rows = readLines(join(REAL, `${file}.jsonl`));
    return rows.map((row, at) => ({ ...row, question: toQuestion(file, at) }));
  });
  const labels = answers.flatMap(({ products_mentioned }) => products_mentioned.flatMap(({ brand }) => brand ?? []));
  const names = [...new Set(labels)].filter((name) => labels.filter((label) => label === name).length >= 5);
  const brands = names.map((name, brand) => toTracked(name, brand));
  const analyze = createAnalyzer(createSettings(brands, DEFAULT_FURNITURE));
  const scores = [];
  const counts = Object.fromEntries(CLASSES.map((kind) => [kind, 0]));
  for (const { question, response } of answers) {
    const analysis = analyze({ text: response, channel: null, sources: [], language: await findLanguage(response) });
    analysis.brands.forEach(({ brand }, at) => {
      const thousandths = analysis.sentiments[at];
      const kind = toSentimentClass(thousandths);
      counts[kind] += 1;
      if (thousandths !== null) scores.push({ brand, question, score: thousandths });
      if (!flags.bad || kind !== 'bad') return;
      const texts = analysis.remarks
        .filter(({ finding }) => finding === at)
        .map(({ start, end, thousandths: own }) => `${own} ${analysis.readable.text.slice(start, end)}`);
      console.log(`bad: ${names[brand]} ${thousandths} ${JSON.stringify(texts)}`);
    });
  }
  const pairs = toPairs(scores);
  // How steady answers are themselves: no scorer that is right is steadier than what readers say of them.
  const read = labelled.flatMap(({ part, id, brands }) => {
    const [file, line] = id.split(':');
    const scored = part.startsWith('real') ? brands.filter(({ score }) => score !== null) : [];
    return scored.map(({ name, score }) => ({ brand: name, question: toQuestion(file, line), score }));
  });
  const mean = (list) => list.reduce((total, value) => total + value, 0) / list.length;
  const spread = (list) => list.reduce((total, value) => total + (value - mean(list)) ** 2, 0);
  const frequent = [...groupBy(scores, ({ brand }) => brand).values()]
    .filter(({ length }) => length >= 5)
    .map((group) => group.map(({ score }) => score));
  const all = frequent.flat();
  const within = frequent.reduce((total, group) => total + spread(group), 0);
  // The part of the variance that brands explain, less what as many groups explain by chance.
  const share = 1 - within / (all.length - frequent.length) / (spread(all) / (all.length - 1));
  console.log(`\nReal answers: ${answers.length}, with ${CLASSES.map((kind) => `${counts[kind]} ${kind}`).join(', ')}`);
  console.log(
    `  the same brand in two wordings of a question: correlation ${show(correlate(pairs)).trim()} of ${pairs.length} pairs; brands explain ${show(share).trim()} of the variance`,
  );
  const readPairs = toPairs(read);
  console.log(
    `  the same by the labels of readers: correlation ${show(correlate(readPairs)).trim()} of ${readPairs.length} pairs`,
  );
}

function toQuestion(file, line) {
  return `${file} ${Math.floor(line / WORDINGS)}`;
}

/** The scores of each brand in the first two answers to a question that have one. */
function toPairs(scores) {
  return [...groupBy(scores, ({ brand, question }) => `${brand} ${question}`).values()].flatMap((group) =>
    group.length > 1 ? [[group[0].score, group[1].score]] : [],
  );
}
