// Writes THIRD-PARTY-NOTICES.md: npm run notices. With --check it writes nothing and fails where the file is out of date.
// It also fails where something that is shipped has no license, or one that nobody has allowed. --lock FILE reads another
// lock file.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findLicenseProblems, listBundled, listLoaded, root } from './shipped-packages.mjs';

const file = join(root, 'THIRD-PARTY-NOTICES.md');
const { values: flags } = parseArgs({
  options: { check: { type: 'boolean', default: false }, lock: { type: 'string' } },
});

const loaded = listLoaded(flags.lock);
const bundled = await listBundled();
const problems = findLicenseProblems([...loaded, ...bundled]);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

const notices = `# Third-party notices

Overheard is licensed under the Apache License 2.0 (see LICENSE). It contains, or loads, the following work of others.
\`npm run notices\` writes this file.

## In the dashboard

The dashboard's files contain code and fonts from these packages.

${toGroups(bundled).map(toSection).join('\n')}
## Data made from the work of others

### English words

\`src/extraction/ordinary-words-data.ts\` is made from the word list of the package dictionary-en: lower-case words with
their inflections, packed. It is a modified version of that list. License of the list:

${toBlock(readLicense('dictionary-en'))}
### Sentiment model

\`src/extraction/sentiment/weights.ts\` holds the numbers of a model that was trained on two public sets of labeled
sentences, on answers that were written for this project and on invented sentences. The sentences themselves are not in it.
What English words mean in general comes from GloVe word vectors.

- MAMS, from "A Challenge Dataset and Effective Models for Aspect-Based Sentiment Analysis" by Q. Jiang, L. Chen, R. Xu,
  X. Ao and M. Yang, EMNLP-IJCNLP 2019. Apache License 2.0: see LICENSE.
- NewsMTSC, from "NewsMTSC: A Dataset for (Multi-)Target-dependent Sentiment Classification in Political News Articles" by
  F. Hamborg and K. Donnay, EACL 2021. Copyright 2020 Felix Hamborg, MIT License: its text stands above.
- GloVe, from "GloVe: Global Vectors for Word Representation" by J. Pennington, R. Socher and C. D. Manning, EMNLP 2014.
  Public Domain Dedication and License 1.0.

### Public Suffix List

The package tldts contains the Public Suffix List (https://publicsuffix.org), which is under the Mozilla Public License
2.0 (https://mozilla.org/MPL/2.0/). Overheard does not change it.

## Packages that the program loads

npm installs these packages beside the program. Each comes with its own license file.

| license | packages |
| --- | --- |
${toRows(loaded)}`;

if (!flags.check) writeFileSync(file, notices);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== notices) {
  console.error('THIRD-PARTY-NOTICES.md is out of date: run "npm run notices" and commit it.');
  process.exitCode = 1;
}

/** One group for each license text; its packages may have different copyright lines. */
function toGroups(packages) {
  const groups = new Map();
  for (const { folder, name, license } of packages) {
    const lines = readLicense(folder).split('\n');
    const isCopyright = (line, index) => index < 5 && /^copyright/i.test(line);
    const isTitle = (line) => /^\(?(the )?mit license/i.test(line);
    const terms = lines.filter((line, index) => !isCopyright(line, index) && !isTitle(line)).join('\n');
    const key = terms.replace(/\W+/g, ' ').trim();
    if (!groups.has(key)) groups.set(key, { license, names: new Set(), copyrights: new Set(), terms });
    const { names, copyrights } = groups.get(key);
    names.add(name);
    for (const line of lines.filter(isCopyright)) copyrights.add(line.trim());
  }
  return [...groups.values()];
}

function toSection({ license, names, copyrights, terms }) {
  return `### ${license}\n\n${[...names].join(', ')}\n\n${toBlock(`${[...copyrights].join('\n')}\n\n${terms}`)}`;
}

function readLicense(folder) {
  const path = join(root, 'node_modules', folder);
  const name = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
  if (name === undefined) throw new Error(`${folder} is shipped and has no license file.`);
  return readFileSync(join(path, name), 'utf8').replaceAll('\r', '');
}

function toRows(packages) {
  const licenses = [...new Set(packages.map(({ license }) => license))].sort();
  return licenses
    .map((license) => {
      const names = new Set(packages.filter((one) => one.license === license).map(({ name }) => name));
      return `| ${license} | ${[...names].sort().join(', ')} |\n`;
    })
    .join('');
}

function toBlock(text) {
  return `\`\`\`text\n${text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n\`\`\`\n`;
}
