import { describe, expect, it } from 'vitest';
import { CASED, toSearchPattern } from './search-pattern.ts';

const finds = (search: string, text: string) => new RegExp(toSearchPattern(search), 'u').test(text);

describe('a search', () => {
  it('finds a text in any letter case', () => {
    expect(finds('ähre', 'Die ÄHRE')).toBe(true);
    expect(finds('ΌΣΟΣ', 'όσος')).toBe(true);
    expect(finds('МОСКВА', 'в Москва')).toBe(true);
    expect(finds('straße', 'STRAẞE')).toBe(true);
    expect(finds('ähre', 'Ahre')).toBe(false);
    expect(finds('東京', '東京都')).toBe(true);
    expect(finds('𐐨', '𐐀')).toBe(true);
  });

  it('takes every character for itself', () => {
    for (const text of ['100%', 'a_b', '.*', '(x|y)', '[a-z]', '\\d', '^a$', '{2}', "it's", '***', '(?i)']) {
      expect(finds(text, `before ${text} after`), text).toBe(true);
      expect(finds(text, 'before after a1b 100 xy'), text).toBe(false);
    }
  });

  it('finds words across line breaks and emphasis', () => {
    expect(finds('nike pegasus 41', 'Try the **Nike**  _Pegasus_\n41.')).toBe(true);
    expect(finds('nike pegasus', 'NikePegasus')).toBe(false);
  });
});

it('knows where the letters are that have a case', () => {
  const missed: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    const isPaired = [character.toLowerCase(), character.toUpperCase()].some(
      (other) => other !== character && [...other].length === 1,
    );
    if (!isPaired) continue;
    if (!CASED.some(([first, last]) => code >= first && code <= last)) missed.push(`U+${code.toString(16)}`);
  }
  expect(missed).toEqual([]);
});
