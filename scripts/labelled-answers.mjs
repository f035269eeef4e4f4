import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createExtractor } from '../dist/extraction/extract.js';

const OWN = join(import.meta.dirname, '../evaluation/answers');

/** Real answers are not ours to keep, so their labels are apart from them: `file:line`, and so much of the answer was read. */
const REAL_LABELS = { real: 'real-answers.jsonl', 'real-held-out': 'real-answers-held-out.jsonl' };
const READ_OF_REAL = 5000;

function readRealAnswers(data) {
  const files = new Map();
  return Object.entries(REAL_LABELS).flatMap(([part, labels]) =>
    readLines(join(OWN, '..', labels)).map(({ id, brands }) => {
      const [file, line] = id.split(':');
      if (!files.has(file)) files.set(file, readLines(join(data, 'answers', `${file}.jsonl`)));
      const answer = files.get(file)[line].response.slice(0, READ_OF_REAL);
      return { ...countForms({ id, language: 'en', answer, brands, traps: [] }), part };
    }),
  );
}

export function readLines(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/**
 * All labelled answers; `part` is shared, train, held-out, real or real-held-out. Says so where those beside the checkout are
 * missing.
 */
export function readLabelledAnswers(data) {
  const folders = [
    [join(data, 'labelled-answers'), () => 'shared'],
    [OWN, (file) => (file.includes('held-out') ? 'held-out' : 'train')],
  ];
  const written = folders.flatMap(([folder, toPart]) => {
    if (!existsSync(folder)) {
      console.log(`${folder} does not exist, so it is left out.`);
      return [];
    }
    const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
    return files.flatMap((file) =>
      readLines(join(folder, file)).map((row) => ({ ...countForms(row), part: toPart(file) })),
    );
  });
  return existsSync(join(data, 'answers')) ? [...written, ...readRealAnswers(data)] : written;
}

/** Whether an answer may not be learned from. */
export function isHeldOut({ part }) {
  return part.endsWith('held-out');
}

/** Which fifth of the labelled answers one belongs to. */
export function toFold(id) {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hash % 5;
}

/** A brand as extraction wants it. */
export function toTracked(name, brand, aliases = []) {
  return { brand, name, aliases, exclude: [], regex: null, case: 'smart', domains: [], is_own: false };
}

/** The mentions of an answer's brands. Some forms count as aliases, so that sentiment is not judged by what matching misses. */
export function extractLabelled({ answer, brands, language }) {
  const tracked = brands.map(({ name, forms }, brand) => {
    const others = forms.filter((form) => form !== name);
    return toTracked(name, brand, others.slice(0, 3));
  });
  return createExtractor(tracked).extractDetailed({ text: answer, channel: null, sources: [], language });
}

/** Fills in what follows from the forms of the brands in a labelled answer: how often each occurs, and in which order. */
export function countForms(row) {
  const { answer, brands, traps = [] } = row;
  if (brands.every(({ count, position }) => count !== undefined && position !== undefined)) return { ...row, traps };
  // Addresses are no prose.
  const prose = answer.replace(/https?:\/\/\S+/g, (address) => ' '.repeat(address.length));
  const isTaken = new Uint8Array(prose.length);
  for (const { text } of traps) {
    for (let at = prose.indexOf(text); at >= 0; at = prose.indexOf(text, at + 1)) isTaken.fill(1, at, at + text.length);
  }
  const forms = brands.flatMap(({ forms }, brand) => forms.map((form) => ({ form, brand })));
  const places = brands.map(() => []);
  for (const { form, brand } of forms.sort((a, b) => b.form.length - a.form.length)) {
    for (let at = prose.indexOf(form); at >= 0; at = prose.indexOf(form, at + 1)) {
      const end = at + form.length;
      if (isLetter(prose[at - 1]) || isLetter(prose[end]) || isTaken.subarray(at, end).some(Boolean)) continue;
      isTaken.fill(1, at, end);
      places[brand].push(at);
    }
  }
  const firsts = places.map((all) => Math.min(...all));
  const order = [...firsts].sort((a, b) => a - b);
  return {
    ...row,
    traps,
    brands: brands.map((brand, at) => ({
      ...brand,
      count: places[at].length,
      position: order.indexOf(firsts[at]) + 1,
    })),
  };
}

function isLetter(character) {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
