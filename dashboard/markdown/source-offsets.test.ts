import { describe, expect, it } from 'vitest';
import { toSourceOffsets } from './source-offsets.ts';

function trace(value: string, source: string): string[] {
  const offsets = toSourceOffsets(value, { source, start: 0, end: source.length });
  return [...offsets].map((offset) => source[offset] ?? '');
}

describe('toSourceOffsets', () => {
  it('adds the start where nothing differs', () => {
    const source = 'before **Acme** after';
    expect([...toSourceOffsets('Acme', { source, start: 9, end: 13 })]).toEqual([9, 10, 11, 12]);
  });

  it('steps over escapes', () => {
    expect(trace('a*b', 'a\\*b')).toEqual(['a', '*', 'b']);
    expect(trace('a\\b', 'a\\\\b')).toEqual(['a', '\\', 'b']);
  });

  it('points at the start of a character reference', () => {
    expect(trace('A&B', 'A&amp;B')).toEqual(['A', '&', 'B']);
    expect(trace('A&amp;B', 'A&amp;amp;B')).toEqual(['A', '&', 'a', 'm', 'p', ';', 'B']);
    expect(trace('*a&nothing;b', '\\*a&nothing;b')).toEqual([...'*a&nothing;b']);
    expect(trace('x😀y', 'x&#x1F600;y')).toEqual(['x', '&', '&', 'y']);
  });

  it('skips structure at the start of a line', () => {
    expect(trace('one\ntwo', 'one\n   two')).toEqual(['o', 'n', 'e', '\n', 't', 'w', 'o']);
    expect(trace('one\ntwo', 'one\n> > two')).toEqual(['o', 'n', 'e', '\n', 't', 'w', 'o']);
  });
});
