import { describe, expect, it } from 'vitest';
import { toTrackedBrand } from '../../test/extraction/find-mentions.ts';
import { measureGrowth } from '../../test/harness/cpu-time.ts';
import { DEFAULT_FURNITURE } from './extract.ts';
import { createAnalyzer, createSettings } from './settings.ts';

// Time may grow with the size of an answer, but not with its square. Times are compared with each other, not with a limit:
// when the size grows 8 times, a quadratic case takes 64 times as long.
const SMALL = 8 * 1024;
const LARGE = 64 * 1024;
const MAX_GROWTH = 30;

const repeat = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const HOSTILE: [name: string, make: (size: number) => string][] = [
  ...(
    [
      '[',
      ']',
      '[a](',
      '![',
      '[a][',
      '[^a]',
      '[^a]小米\n',
      '[^a]:- ',
      '1. <!--```\n',
      '- <!--é|-|\n',
      '*a ',
      '**a',
      '*_',
      '_a_b',
      '._',
      '~~a',
      '`a',
      '`a``b',
      '>',
      '> ',
      '- ',
      '1. ',
      '- >',
      '>1. ',
      '<',
      '<a ',
      '<a b="',
      '<!--',
      '<![CDATA[',
      '&',
      '&#1234',
      '&amp;',
      '\\',
      '|',
      '|a',
      '#',
      '$',
      '(http://',
      'http://a.b/(',
      'www.a.',
      'a@',
      'a.',
      'é *',
      '<)é)',
      ']é!',
      'éé<|',
      'a\r',
      'a  \n',
      'a\n-\n',
      '* a\n\n',
      '* a\n+ b\n',
      '[a]: b\n',
      '| x |\n',
      'a',
      'A',
      '1',
      'aA',
      'Ring ',
      'Ring',
      'Ring. ',
      'Ring-',
      'on On ',
      'Apple Apple ',
      'Apple Music Apple ',
      'a\u0301',
      '\u0301',
      '\u200b',
      'a\u00ad',
      '小米',
      'ソ',
      '😀',
      '\ud800',
      ' ',
      '\n',
      '\t',
      '.',
      '. ',
      '$1.00Sony',
      'sony.com ',
      'https://sony.com ',
      'sony.',
      'not ',
      'could not ',
      'find ',
      'could not find Sony ',
      'Sony, Apple and ',
      'Sony is not as good as Apple, ',
      'Apple is quieter than Sony but ',
      'not not as ',
      'Sony. It is very quiet. ',
      '|Sony|very good|Apple\n|-|-|-\n',
      '- Sony\n  - Pros: quiet\n',
      'no ',
      '[1]',
      '【1†',
      'Sources\n\n- a\n\n',
      '# a\n\n',
      '**a**\n\n',
      '- **a:** b\n',
      'Sony:\n\n',
      'Sony: a.Apple: b.',
      'Sony$1.00(9k+)',
      'Sony\n$1.00\n',
      '1. Sony 2. Apple 3. Ring ',
      '(1) Sony\n(2) Apple\n',
      '– Sony\n',
      '- Sony:\n\nAvoid:\n\n',
      ')A:',
      'Your feedback helps Google improve.',
      'Map data ©',
      'AI responses',
      'ß',
      'ﬁ',
      'ﷺ',
    ] as const
  ).map((unit): [string, (size: number) => string] => [JSON.stringify(unit), repeat(unit)]),
  ['a letter and endless accents', (size) => `a${'\u0301'.repeat(size - 1)}`],
  [
    'lists nested by indentation',
    (size) => Array.from({ length: Math.ceil(size / 200) }, (_, i) => `${' '.repeat((i % 90) * 2)}- a`).join('\n'),
  ],
  [
    'back-ticks of growing length',
    (size) => Array.from({ length: Math.ceil(Math.sqrt(size)) }, (_, i) => '`'.repeat(i)).join(' '),
  ],
  ['a table of one row', (size) => `${'|a'.repeat(size / 4)}\n${'|-'.repeat(size / 4)}`],
  ['many definitions', (size) => Array.from({ length: size / 16 }, (_, i) => `[a${i}]: https://b/${i}\n`).join('')],
  ['one paragraph of links', repeat('[Sony](https://a.b/c) ')],
];

const brands = [
  ...['Sony', 'Ring', 'On', 'Apple', 'Apple Music', 'C++', '小米', 'aaaaaaaaaaaaaaaaaaaaaaaa'].map((name, i) =>
    toTrackedBrand({ name, exclude: ['Apple Apple'] }, i),
  ),
  toTrackedBrand({ name: 'Pattern', regex: '(x+x+)+y' }, 99),
];
const analyze = createAnalyzer(createSettings(brands, [...DEFAULT_FURNITURE]));

const extract = (text: string) => () => void analyze({ text, channel: null, sources: [], language: 'en' });

describe('time grows no faster than the answer', () => {
  it.each([
    ['de', 'ein Sony '],
    ['zh', '的小米'],
  ])('%s: %s', (language, unit) => {
    const extractIn = (text: string) => () => void analyze({ text, channel: null, sources: [], language });
    const make = repeat(unit);
    const growth = measureGrowth({ small: extractIn(make(SMALL)), large: extractIn(make(LARGE)) }, MAX_GROWTH);
    expect(growth).toBeLessThan(MAX_GROWTH);
  });

  it.each(HOSTILE)('%s', (_name, make) => {
    const growth = measureGrowth({ small: extract(make(SMALL)), large: extract(make(LARGE)) }, MAX_GROWTH);
    expect(growth).toBeLessThan(MAX_GROWTH);
  });

  it('a megabyte is read', () => {
    const text = repeat('Sony\u0301 makes **headphones** and [Ring](https://ring.com) does not. ')(1024 * 1024);
    expect(analyze({ text, channel: null, sources: [], language: 'en' }).brands.length).toBeGreaterThan(0);
  });
});
