import { describe, expect, it } from 'vitest';
import { cut, measure, padEnd, toPlainText, toSafeJson, wrap } from './terminal-text.ts';

const HOSTILE = '\u001b[31mred\u009b2J\u0007 \u202etxt.exe\u2069';

describe('text on a terminal', () => {
  it('has no characters that a terminal acts on', () => {
    expect(toPlainText(HOSTILE)).toBe(' [31mred 2J   txt.exe ');
    expect(toPlainText('a\nb\tc')).toBe('a b c');
  });

  it('is the same in JSON, with such characters escaped', () => {
    const json = toSafeJson({ answer: HOSTILE });
    expect(json).not.toMatch(/[^\n\P{Control}]|\u202e/u);
    expect(JSON.parse(json)).toEqual({ answer: HOSTILE });
  });

  it('takes two columns for wide characters and none for accents', () => {
    expect(measure('abc')).toBe(3);
    expect(measure('咖啡')).toBe(4);
    expect(measure('コーヒー')).toBe(8);
    expect(measure('커피')).toBe(4);
    expect(measure('ｶﾅ')).toBe(2);
    expect(measure('e\u0301')).toBe(1);
    expect(measure('👩‍👩‍👧 ☕')).toBe(5);
  });

  it('is cut between characters, and never wider than asked', () => {
    expect(cut('coffee', 6)).toBe('coffee');
    expect(cut('coffee beans', 7)).toBe('coffee…');
    expect(cut('咖啡豆', 5)).toBe('咖啡…');
    expect(cut('咖啡豆', 4)).toBe('咖…');
    expect(padEnd('咖啡', 6)).toBe('咖啡  ');
  });

  it('is wrapped between words', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  });
});
