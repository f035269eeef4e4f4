import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toTrackedBrand } from '../../test/extraction/find-mentions.ts';
import { foldText } from './character-folding.ts';
import { createExtractor } from './extract.ts';

// Public answers with labels, in a folder beside the checkout.
const DATA = new URL('../../../shared/data/', import.meta.url);
const isThere = existsSync(new URL('answers/assistant-1.jsonl', DATA));
const reason = isThere ? '' : ' (skipped: ../shared/data is not beside the checkout)';

interface LabelledAnswer {
  response: string;
  products_mentioned: { brand: string | null }[];
}

const MIN_LABELS = 5;
const MIN_RECALL = 0.99;

function readLines<T>(path: string): T[] {
  return readFileSync(new URL(path, DATA), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

describe.skipIf(!isThere)(`real answers${reason}`, () => {
  const answers = isThere
    ? ['assistant-1', 'search-1'].map((file) => readLines<LabelledAnswer>(`answers/${file}.jsonl`))
    : [];
  const labels = answers.flat().flatMap((answer) => answer.products_mentioned.flatMap(({ brand }) => brand ?? []));
  const names = [...new Set(labels)].filter((name) => labels.filter((label) => label === name).length >= MIN_LABELS);

  it('labeled brands whose name is in the text are found', () => {
    const extractor = createExtractor(names.map((name, index) => toTrackedBrand({ name }, index)));
    const misses: string[] = [];
    let expected = 0;
    for (const { response, products_mentioned } of answers.flat()) {
      const found = new Set(
        extractor
          .extract({ text: response, channel: null, sources: [] })
          .brands.map(({ brand }) => names[brand]!.toLowerCase()),
      );
      for (const label of new Set(products_mentioned.map(({ brand }) => brand))) {
        if (label === null || !names.includes(label) || !response.toLowerCase().includes(label.toLowerCase())) continue;
        expected++;
        if (!found.has(label.toLowerCase())) misses.push(label);
      }
    }
    expect(expected).toBeGreaterThan(500);
    expect((expected - misses.length) / expected, `missed: ${misses.join(', ')}`).toBeGreaterThanOrEqual(MIN_RECALL);
  });

  it('page furniture is not a mention of Google', () => {
    const extractor = createExtractor([toTrackedBrand({ name: 'Google' })]);
    const texts = answers[1]!.map(({ response }) => response);
    const named = texts.filter((text) => /Google/.test(text.replace(/helps Google improve|Map data ©\d+ Google/g, '')));
    const visible = texts.filter((text) => extractor.extract({ text, channel: null, sources: [] }).brands.length > 0);
    expect(visible.length).toBeLessThanOrEqual(named.length);
    expect(visible.every((text) => named.includes(text))).toBe(true);
  });

  it('every one of six thousand names is found in a sentence', () => {
    const brands = readLines<{ name: string; aliases: string[] }>('names/brand-names.jsonl');
    const extractor = createExtractor(
      brands.map(({ name, aliases }, index) => toTrackedBrand({ name, aliases }, index)),
    );
    const missed = brands.filter(({ name }) => {
      const { brands: found } = extractor.extract({
        text: `We looked at ${name} yesterday.`,
        channel: null,
        sources: [],
      });
      const texts = found.flatMap(({ mentions }) => mentions.map(({ text }) => foldText(text)));
      return !texts.some((text) => text.includes(foldText(name).replace(/[.!]$/, '')));
    });
    // Ordinary words need a capital letter even if the brand writes itself without one.
    expect(missed.map(({ name }) => name).filter((name) => !/^[a-z]+$/.test(name))).toEqual([]);
    expect(missed.length).toBeLessThan(10);
  });
});
