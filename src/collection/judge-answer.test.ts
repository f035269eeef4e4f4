import { describe, expect, it } from 'vitest';
import { parseVerdicts, toQuestion } from './judge-answer.ts';

const brands = [
  { brand: 7, name: 'Acme' },
  { brand: 9, name: 'Brumelle' },
];
const answer = '**Acme** is the “best pick”.\n\nAvoid *Brumelle*: it\nbreaks.';

function judge(entries: unknown) {
  return parseVerdicts(typeof entries === 'string' ? entries : JSON.stringify(entries), { answer, brands });
}

function quoted({ quotes }: { quotes: { start: number; end: number }[] }) {
  return quotes.map(({ start, end }) => answer.slice(start, end));
}

describe('a question', () => {
  it('numbers the brands, and puts the answer last', () => {
    const question = toQuestion(answer, brands);
    expect(question).toContain('1. Acme\n2. Brumelle\n');
    expect(question.endsWith(`-----\n${answer}`)).toBe(true);
  });
});

describe('a reply', () => {
  it('gives scores with the places of its quotes, marks and line breaks aside', () => {
    const [acme, brumelle] = judge([
      { brand: 1, score: 0.9, quotes: ['Acme is the "best pick"'] },
      { brand: 2, score: -1, quotes: ['Avoid Brumelle: it breaks.'] },
    ]);
    expect(acme).toMatchObject({ brand: 7, is_refused: false, thousandths: 900 });
    expect(quoted(acme!)).toEqual(['Acme** is the “best pick”']);
    expect(brumelle).toMatchObject({ brand: 9, thousandths: -1000 });
    expect(quoted(brumelle!)).toEqual(['Avoid *Brumelle*: it\nbreaks.']);
  });

  it('may be wrapped in words and a code block', () => {
    const reply =
      'Here you are:\n```json\n[{"brand": 1, "score": null}, {"brand": 2, "score": null, "quotes": []}]\n```';
    expect(judge(reply)).toEqual([
      { brand: 7, is_refused: false, thousandths: null, quotes: [] },
      { brand: 9, is_refused: false, thousandths: null, quotes: [] },
    ]);
  });

  it('is refused where a quote does not occur, a score has no quote, or a brand is missing', () => {
    const isRefused = (entries: unknown) => judge(entries).map(({ is_refused }) => is_refused);
    expect(isRefused([{ brand: 1, score: 1, quotes: ['Acme is perfect'] }])).toEqual([true, true]);
    expect(isRefused([{ brand: 1, score: 1, quotes: ['Acme', 'Acme is perfect'] }])).toEqual([true, true]);
    expect(isRefused([{ brand: 1, score: 1, quotes: [] }])).toEqual([true, true]);
    expect(
      isRefused([
        { brand: 1, score: 1 },
        { brand: 2, score: null },
      ]),
    ).toEqual([true, false]);
    expect(isRefused([{ brand: 1, score: 3, quotes: ['Acme'] }])).toEqual([true, true]);
    expect(isRefused([{ brand: 1, score: '1', quotes: ['Acme'] }, null, 5])).toEqual([true, true]);
  });

  it('is refused as a whole if it is no list', () => {
    for (const reply of ['', 'I cannot do that.', '[', '{"brand": 1}', '[1, 2', '][']) {
      expect(judge(reply).every(({ is_refused }) => is_refused)).toBe(true);
    }
  });
});
