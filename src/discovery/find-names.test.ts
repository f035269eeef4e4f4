import { describe, expect, it } from 'vitest';
import { measureGrowth } from '../../test/harness/cpu-time.ts';
import { readAnswer } from '../extraction/read-answer.ts';
import { findNames } from './find-names.ts';
import { toNameKey } from './parse-run.ts';

const find = (answer: string) => findNames(readAnswer(answer, []).readable);
const keys = (answer: string) => find(answer).map(({ text }) => toNameKey(text));

describe('names', () => {
  it('are found in lead-ins, headings, bold passages, tables and sentences', () => {
    const answer = [
      '## Sennheiser Momentum 4',
      '1. **Sony WH-1000XM5** – quiet and light',
      '- Bose QuietComfort: comfortable',
      '',
      '| Model | Price |',
      '| --- | --- |',
      '| Anker Soundcore | 80 |',
      '',
      'I would take the Jabra Elite 85h myself.',
    ].join('\n');
    expect(keys(answer)).toEqual(
      expect.arrayContaining([
        'sennheiser momentum 4',
        'sony wh-1000xm5',
        'bose quietcomfort',
        'anker soundcore',
        'jabra elite 85h',
      ]),
    );
  });

  it.each([
    ["De'Longhi makes them.", "de'longhi"],
    ['It comes from Briggs & Riley.', 'briggs & riley'],
    ['Ask Bank of America first.', 'bank of america'],
    ['I like AT&T more.', 'at&t'],
    ['They watch Disney+ at home.', 'disney+'],
    ['Their J.Crew shirts last.', 'j.crew'],
    ['Take La Roche-Posay instead.', 'la roche-posay'],
    ['It costs more.Breville is quieter.', 'breville'],
    ["Sony's are better.", 'sony'],
  ])('keep together what belongs together: %s', (answer, key) => {
    expect(keys(answer)).toContain(key);
  });

  it('do not begin with words that only stand before them, or with amounts', () => {
    expect(keys('The Sony is better. Best Overall Bose. If Nike does it, 2nd Nike. 14-inch Lenovo.')).toEqual([
      'sony',
      'bose',
      'nike',
      'lenovo',
    ]);
  });

  it('do not begin with such words of other languages', () => {
    expect(
      keys(
        'Für Bosch spricht viel. Mon Darty préféré. Przy Amica. El Corte Inglés. Le Creuset. Uber Eats. Dove. Loro Piana.',
      ),
    ).toEqual(['bosch', 'darty', 'amica', 'el corte ingles', 'le creuset', 'uber eats', 'dove', 'loro piana']);
  });

  it('say where they stand', () => {
    const [nike] = find('**Nike** is first. I run in Nike shoes. Nike again. I read [Nike](https://nike.com).');
    expect(nike).toEqual({ text: 'Nike', count: 4, titles: 2, inside: 1, labels: 1 });
  });

  it('in titles say nothing about capital letters', () => {
    const [carrying] = find('Factors to Consider When Carrying a Laptop').filter(({ text }) => text === 'Carrying');
    expect(carrying).toMatchObject({ inside: 0 });
  });

  it.each(['Aa ', 'A', "A'", 'A & ', '**Aa** ', 'aa Aa '])('are found in linear time in %j, however often', (piece) => {
    const read = (size: number) => readAnswer(piece.repeat(size / piece.length), []).readable;
    const [small, large] = [read(8 * 1024), read(64 * 1024)];
    const growth = measureGrowth({ small: () => findNames(small), large: () => findNames(large) }, 30);
    expect(growth).toBeLessThan(30);
  });
});
