import { describe, expect, it } from 'vitest';
import { toSourceOffsets } from './source-offsets.ts';

function place(value: string, source: string): string[] {
  const offsets = toSourceOffsets(value, { source, start: 0, end: source.length });
  return [...offsets].map((offset) => source[offset] ?? '');
}

describe('toSourceOffsets', () => {
  it('is the same place where nothing differs', () => {
    const source = 'before **Acme** after';
    expect([...toSourceOffsets('Acme', { source, start: 9, end: 13 })]).toEqual([9, 10, 11, 12]);
  });

  it('steps over escapes', () => {
    expect(place('a*b', 'a\\*b')).toEqual(['a', '*', 'b']);
    expect(place('a\\b', 'a\\\\b')).toEqual(['a', '\\', 'b']);
  });

  it('stays at a character reference for what it stands for', () => {
    expect(place('A&B', 'A&amp;B')).toEqual(['A', '&', 'B']);
    expect(place('A&amp;B', 'A&amp;amp;B')).toEqual(['A', '&', 'a', 'm', 'p', ';', 'B']);
    expect(place('*a&nothing;b', '\\*a&nothing;b')).toEqual([...'*a&nothing;b']);
    expect(place('x😀y', 'x&#x1F600;y')).toEqual(['x', '&', '&', 'y']);
  });

  it('leaves out what belongs to the structure at the beginning of a line', () => {
    expect(place('one\ntwo', 'one\n   two')).toEqual(['o', 'n', 'e', '\n', 't', 'w', 'o']);
    expect(place('one\ntwo', 'one\n> > two')).toEqual(['o', 'n', 'e', '\n', 't', 'w', 'o']);
  });
});
