// Prints the recall on labeled answers and a sample of mentions to check:
//   npm run build && node scripts/evaluate-matching.mjs [seed]
// The data is in ../shared/data, beside the checkout. docs/matching.md has the results.
import { existsSync, readFileSync } from 'node:fs';
import { createExtractor } from '../dist/extraction/extract.js';

const MIN_LABELS = 5;
const SAMPLE_SIZE = 200;
const data = new URL('../../shared/data', import.meta.url).pathname;
if (!existsSync(`${data}/answers`)) {
  console.error(`${data} has no answers, so there is nothing to evaluate.`);
  process.exit(1);
}
const rows = ['assistant-1', 'search-1'].flatMap((file) =>
  readFileSync(`${data}/answers/${file}.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({ file, ...JSON.parse(line) })),
);

const labels = new Map();
for (const { products_mentioned } of rows) {
  for (const { brand } of products_mentioned) if (brand) labels.set(brand, (labels.get(brand) ?? 0) + 1);
}
const names = [...labels].filter(([, count]) => count >= MIN_LABELS).map(([name]) => name);
const empty = { aliases: [], exclude: [], regex: null, case: 'smart', domains: [], is_own: false };
const extractor = createExtractor(names.map((name, brand) => ({ brand, name, ...empty })));

let expectedCount = 0;
let foundCount = 0;
const mentions = [];
for (const { file, response, products_mentioned } of rows) {
  const { brands } = extractor.extract({ text: response, channel: null, sources: [] });
  const found = new Set(brands.map(({ brand }) => names[brand].toLowerCase()));
  for (const { brand, mentions: list } of brands) {
    for (const mention of list) mentions.push({ file, name: names[brand], response, mention });
  }
  for (const label of new Set(products_mentioned.map(({ brand }) => brand))) {
    const at = label ? response.toLowerCase().indexOf(label.toLowerCase()) : -1;
    if (at === -1 || !names.includes(label)) continue;
    expectedCount++;
    if (found.has(label.toLowerCase())) foundCount++;
    else console.log(`missed ${label} in ${file}: …${JSON.stringify(response.slice(Math.max(0, at - 40), at + 40))}…`);
  }
}
console.log(
  `${names.length} names, ${mentions.length} mentions; recall ${foundCount}/${expectedCount} = ${(foundCount / expectedCount).toFixed(4)}`,
);

let state = Number(process.argv[2] ?? 42);
const random = () => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return state / 0x80000000;
};
for (let i = mentions.length - 1; i > 0; i--) {
  const j = Math.floor(random() * (i + 1));
  [mentions[i], mentions[j]] = [mentions[j], mentions[i]];
}
mentions.slice(0, SAMPLE_SIZE).forEach(({ name, response, mention: { start, end, text, rule } }, index) => {
  const before = response.slice(Math.max(0, start - 40), start);
  console.log(
    `${index + 1}. ${name} [${rule}] ${JSON.stringify(`${before}⟦${text}⟧${response.slice(end, end + 40)}`)}`,
  );
});
