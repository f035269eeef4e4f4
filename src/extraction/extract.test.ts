import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTrackedBrand } from '../../test/extraction/find-mentions.ts';
import { BrandRegexError, compileBrandRegex, createExtractor } from './extract.ts';

const BRANDS = [
  'Sony',
  'Apple Music',
  'Apple',
  'C++',
  'AT&T',
  '小米',
  "De'Longhi",
  'Ring',
  'Nescafé',
  'On',
  '.NET',
].map((name, index) => toTrackedBrand({ name, exclude: index === 2 ? ['Apple pie'] : [] }, index + 1));
const PIECES = [
  ...BRANDS.map(({ name }) => name),
  ...'the|is|a|and|Apple pie| |\n|\n\n|. |, |**|*|_|`|```|[|](|)|](https://a.b/c) |[1]|[1]: https://a.b\n|# |- |1. |> || |---|<b>|</b>|<!--|&amp;|&|\\|é|e\u0301|\u00ad|\u200b|😀|\ud800|ß|İ|https://sony.com/x |www.a.b|a@b.co |$1.00|\r\n|\t|    |~~|![|"|’|$|\0'.split(
    '|',
  ),
];
const anyAnswer = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(' ')),
);
const extractor = createExtractor(BRANDS);
const extract = (text: string) => extractor.extract({ text, channel: null, sources: [] });

describe('for any answer', () => {
  it('offsets give the matched text, in order and without overlap', () => {
    fc.assert(
      fc.property(anyAnswer, (text) => {
        const mentions = extract(text)
          .brands.flatMap((finding) => finding.mentions)
          .sort((a, b) => a.start - b.start);
        let end = 0;
        for (const mention of mentions) {
          expect(text.slice(mention.start, mention.end)).toBe(mention.text);
          expect(mention.text).not.toBe('');
          expect(mention.start).toBeGreaterThanOrEqual(end);
          end = mention.end;
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('the same input gives the same output, from this extractor and from a new one', () => {
    fc.assert(
      fc.property(anyAnswer, (text) => {
        const first = extract(text);
        expect(extract(text)).toEqual(first);
        expect(createExtractor(BRANDS).extract({ text, channel: null, sources: [] })).toEqual(first);
      }),
      { numRuns: 300 },
    );
  });

  it('an unrelated brand does not change the mentions of others', () => {
    const more = createExtractor([toTrackedBrand({ name: 'Qwxzypq', aliases: ['Zzyzx-Plughh'] }, 99), ...BRANDS]);
    fc.assert(
      fc.property(anyAnswer, (text) => {
        expect(more.extract({ text, channel: null, sources: [] })).toEqual(extract(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('positions count from 1 in order of first occurrence', () => {
    fc.assert(
      fc.property(anyAnswer, (text) => {
        const { brands } = extract(text);
        expect(brands.map(({ position }) => position)).toEqual(brands.map((_, index) => index + 1));
        const firsts = brands.map(({ mentions }) => mentions[0]!.start);
        expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
        expect(brands.every(({ count, mentions }) => count === mentions.length && count > 0)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('blocks and mentions fit the readable text', () => {
    fc.assert(
      fc.property(anyAnswer, (text) => {
        const { readable, spans, brands } = extractor.extractDetailed({ text, channel: null, sources: [] });
        expect(spans.map((list) => list.length / 2)).toEqual(brands.map(({ count }) => count));
        let end = 0;
        for (const block of readable.blocks) {
          expect(block.start).toBeGreaterThanOrEqual(end);
          expect(block.end).toBeGreaterThanOrEqual(block.start);
          expect(block.leadEnd).toBeLessThanOrEqual(block.end);
          end = block.end;
        }
        expect(end).toBeLessThanOrEqual(readable.text.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('any brand settings work', () => {
    const anyBrand = fc.record({
      name: fc.string({ unit: 'grapheme', maxLength: 20 }),
      aliases: fc.array(fc.string({ unit: 'binary', maxLength: 10 }), { maxLength: 3 }),
      exclude: fc.array(fc.string({ maxLength: 10 }), { maxLength: 2 }),
      case: fc.constantFrom('smart' as const, 'sensitive' as const, 'insensitive' as const),
    });
    fc.assert(
      fc.property(fc.array(anyBrand, { maxLength: 5 }), anyAnswer, (brands, text) => {
        const own = createExtractor(brands.map((brand, index) => toTrackedBrand(brand, index)));
        for (const { mentions } of own.extract({ text, channel: null, sources: [] }).brands) {
          for (const mention of mentions) expect(text.slice(mention.start, mention.end)).toBe(mention.text);
        }
        expect(true).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('evidence', () => {
  const find = (text: string, name: string) =>
    createExtractor([toTrackedBrand({ name })])
      .extract({ text, channel: null, sources: [] })
      .brands[0]!.mentions.map(({ list_rank, rule }) => `${rule} ${list_rank}`);

  it.each([
    ['1. **Sony** – good\n2. **Bose** – good', 'Bose', ['name 2']],
    ['3. Sony: good\n4. Bose: good', 'Bose', ['name 4']],
    ['- Sony\n- Bose', 'Bose', ['name 2']],
    ['- Sony: better than Bose', 'Bose', ['name null']],
    ['## Sony\n\ngood\n\n## Bose\n\nBose is good', 'Bose', ['name null', 'name null']],
    ['## 1. Sony\n\ngood\n\n## 2. Bose\n\nBose is good', 'Bose', ['name 2', 'name null']],
    ['Picks:\n• Sony: quiet\n• Bose: soft', 'Bose', ['name 2']],
    ['### 7. Bose', 'Bose', ['name 7']],
    ['**1. Sony**\n\n* loud\n\n**2. Bose**\n\n* Bose is quiet', 'Bose', ['name 2', 'name null']],
    ['| a | b |\n|---|---|\n| Sony | x |\n| Bose | y |', 'Bose', ['name null']],
    ['Bose is good', 'Bose', ['name null']],
    ['a doorbell by Ring', 'Ring', ['name+capital null']],
    ['Ring is good', 'Ring', ['name+verb null']],
  ])('%j %s', (text, name, expected) => {
    expect(find(text, name)).toEqual(expected);
  });
});

describe('brand patterns', () => {
  it.each(['(', 'a(?=b)', '(a)\\1', '[z-a]', '*', 'x'.repeat(3000)])('%s is rejected with a reason', (pattern) => {
    expect(() => compileBrandRegex(pattern)).toThrow(BrandRegexError);
    expect(() => createExtractor([toTrackedBrand({ regex: pattern })])).toThrow(BrandRegexError);
  });
});
