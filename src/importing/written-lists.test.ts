import { describe, expect, it } from 'vitest';
import { measureGrowth } from '../../test/harness/cpu-time.ts';
import { parseLines, parseNames, parsePages } from './written-lists.ts';

const A = { url: 'https://a.example/x' };
const B = { url: 'https://b.example/y' };

const MAX_GROWTH = 30;

describe('pages', () => {
  it.each([
    ['https://a.example/x https://b.example/y', [A, B]],
    ['https://a.example/x;https://b.example/y', [A, B]],
    ['https://a.example/x, https://b.example/y', [A, B]],
    ['https://a.example/x\nhttps://b.example/y\r\n', [A, B]],
    ['https://a.example/x | https://b.example/y', [A, B]],
    ['1. https://a.example/x\n2. https://b.example/y', [A, B]],
    ['[1] https://a.example/x [2] https://b.example/y', [A, B]],
    ['- https://a.example/x\n- https://b.example/y', [A, B]],
    ['a.example/x, b.example/y', [A, B]],
    ['a.example/x; b.example/y', [A, B]],
    ['https://a.example/?q=1,2;3', [{ url: 'https://a.example/?q=1,2;3' }]],
    ['https://a.example/?q=1,2, https://b.example/y', [{ url: 'https://a.example/?q=1,2' }, B]],
    [
      '[The A](https://a.example/x), [B](https://b.example/y "B")',
      [
        { ...A, title: 'The A' },
        { ...B, title: 'B' },
      ],
    ],
    ['See [A](https://a.example/x) and https://b.example/y', [{ ...A, title: 'A' }, B]],
    ['["https://a.example/x","b.example/y"]', [A, B]],
    ['[{"url":"https://a.example/x","title":"A","rank":1}]', [{ ...A, title: 'A' }]],
    ['[{"link":"https://a.example/x"}]', [A]],
    ['https://müller.example/ü', [{ url: 'https://müller.example/ü' }]],
    ['', []],
    ['N/A', []],
    ['-', []],
    ['[]', []],
    ['no page at all', undefined],
    ['3', undefined],
  ])('of %j are %j', (text, pages) => {
    expect(parsePages(text)).toEqual(pages);
  });

  it('of a list may be addresses or objects', () => {
    expect(parsePages(['https://a.example/x', { url: 'https://b.example/y', title: null }])).toEqual([A, B]);
    expect(parsePages([{ url: 'ftp://a.example/x' }])).toEqual([{ url: 'ftp://a.example/x' }]);
    expect(parsePages([{ name: 'x' }, 7])).toEqual([{ name: 'x' }, 7]);
    expect(parsePages(7)).toBeUndefined();
  });

  it.each(['[', '[[a]', '[a](', '[a](https://a ', 'a.', 'https://', ', ', '1.', 'a;'])(
    'take linear time: %j',
    (part) => {
      const [small, large] = [part.repeat(2000), part.repeat(16_000)];
      const growth = measureGrowth({ small: () => parsePages(small), large: () => parsePages(large) }, MAX_GROWTH);
      // Quadratic time grows 64 times.
      expect(growth).toBeLessThan(MAX_GROWTH);
    },
  );
});

describe('texts in a cell', () => {
  it('are separated by lines, semicolons or bars, names also by commas', () => {
    expect(parseLines('best kettle, quiet; kettle test\nlast | one')).toEqual([
      'best kettle, quiet',
      'kettle test',
      'last',
      'one',
    ]);
    expect(parseLines('["a;b"]')).toEqual(['a;b']);
    expect(parseLines(['a'])).toEqual(['a']);
    expect(parseNames('One, Two;Three')).toEqual(['One', 'Two', 'Three']);
  });
});
