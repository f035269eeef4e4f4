import { describe, expect, it } from 'vitest';
import type { Amendments } from '../domain/correction.ts';
import { createAnalyzer, createSettings } from './settings.ts';

const NAMES = ['Acme', 'Brumelle'];
const brands = NAMES.map((name, brand) => ({
  brand: brand + 10,
  name,
  aliases: [],
  exclude: [],
  regex: null,
  case: 'smart' as const,
  domains: [],
  is_own: false,
}));
const analyze = createAnalyzer(createSettings(brands, [], 'v1'));

function read(text: string, amendments: Partial<Amendments>) {
  const answer = { text, channel: null, sources: [], language: 'en' };
  return analyze({ ...answer, amendments: { mentions: [], sentiments: [], ...amendments } });
}

function place(text: string, word: string) {
  const start = text.indexOf(word);
  return { start, end: start + word.length };
}

describe('mentions', () => {
  it('are added inside of emphasis, with their offsets in the answer', () => {
    const text = '1. **Zorbix** is *good*\n2. Acme is fine';
    const { brands: found } = read(text, {
      mentions: [{ brand: 11, span: place(text, 'Zorbix'), is_brand: true }],
    });
    expect(found.map(({ brand, position }) => [brand, position])).toEqual([
      [11, 1],
      [10, 2],
    ]);
    expect(found[0]!.mentions[0]).toMatchObject({ text: 'Zorbix', ...place(text, 'Zorbix'), list_rank: 1 });
  });

  it('are added over marks in the middle of a name', () => {
    const text = 'Try Zor**bix** now';
    const { brands: found } = read(text, {
      mentions: [{ brand: 11, span: place(text, 'Zor**bix'), is_brand: true }],
    });
    expect(found[0]!.mentions[0]).toMatchObject({ text: 'Zor**bix', alias: 'Zorbix' });
  });

  it('are rejected where they overlap, even by another length', () => {
    const text = 'Brumelle here and Brumelle there';
    expect(read(text, {}).brands).toMatchObject([{ brand: 11, count: 2 }]);
    const { brands: found } = read(text, { mentions: [{ brand: 11, span: { start: 1, end: 30 }, is_brand: false }] });
    expect(found).toEqual([]);
  });

  it('of brands that are not tracked any more change nothing', () => {
    const text = 'Brumelle here';
    const { brands: found } = read(text, {
      mentions: [
        { brand: 99, span: { start: 0, end: 8 }, is_brand: true },
        { brand: 99, span: null, is_brand: false },
      ],
    });
    expect(found).toMatchObject([{ brand: 11, count: 1 }]);
  });
});

describe('scores', () => {
  it('of a judge come with its quotes in place of the built-in passages', () => {
    const text = 'Acme is terrible. Nobody should buy it.';
    const quote = place(text, 'Nobody should buy it');
    const { sentiments, sentiment_sources, remarks } = read(text, {
      sentiments: [{ brand: 10, source: 'judge', version: 'v1', thousandths: -900, quotes: [quote] }],
    });
    expect(sentiments).toEqual([-900]);
    expect(sentiment_sources).toEqual(['judge']);
    expect(remarks).toEqual([{ finding: 0, mention: 0, ...quote, thousandths: -900 }]);
  });

  it('of a judge count only in the version of the settings, and after those of a person', () => {
    const judge = { brand: 10, source: 'judge' as const, version: 'v1', thousandths: 900, quotes: [] };
    const person = { brand: 10, source: 'correction' as const, thousandths: 100, quotes: [] };
    const score = (sentiments: Amendments['sentiments']) => read('Acme is terrible.', { sentiments }).sentiments[0];
    expect(score([judge])).toBe(900);
    expect(score([judge, person])).toBe(100);
    expect(score([{ ...judge, version: 'v0' }])).toBeLessThan(0);
  });

  it('are the built-in ones without a correction', () => {
    const { sentiments, sentiment_sources } = read('Acme is terrible.', {});
    expect(sentiments[0]).toBeLessThan(-150);
    expect(sentiment_sources).toEqual(['built_in']);
  });
});
