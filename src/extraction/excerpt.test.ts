import { describe, expect, it } from 'vitest';
import { toExcerpt } from './excerpt.ts';
import { readAnswer } from './read-answer.ts';

/** The excerpt with its marks in brackets. */
function mark(text: string, word: string): string | undefined {
  const marks = [...text.matchAll(new RegExp(word, 'g'))].flatMap(({ index }) => [index, index + word.length]);
  const excerpt = toExcerpt(text, marks);
  if (!excerpt) return undefined;
  return excerpt.marks.reduceRight(
    (line, offset, index) => `${line.slice(0, offset)}${index % 2 === 0 ? '[' : ']'}${line.slice(offset)}`,
    excerpt.text,
  );
}

describe('an excerpt', () => {
  it('is one line with every mark that is in it', () => {
    const { text } = readAnswer('# Shoes\n\n1. **Nike** is\n   soft\n2. [Nike](https://a.example) again', []).readable;
    expect(mark(text, 'Nike')).toBe('Shoes · [Nike] is soft · [Nike] again');
  });

  it('of a long text is cut between words around the first mark', () => {
    const excerpt = mark(`${'many words before '.repeat(50)}Nike${' and many after'.repeat(50)} Nike`, 'Nike')!;
    expect(excerpt).toMatch(/^…\w.* \[Nike\] .*\w…$/);
    expect(excerpt.length).toBeLessThan(230);
    expect(excerpt.match(/\[/g)).toHaveLength(1);
  });

  it('of a text without spaces is cut between characters', () => {
    const excerpt = mark(`${'😀'.repeat(300)}Nike${'東京'.repeat(300)}`, 'Nike')!;
    expect(excerpt).toMatch(/^…(😀)+\[Nike\][東京]+…$/u);
    expect(excerpt.isWellFormed()).toBe(true);
  });

  it('without marks is the beginning', () => {
    expect(mark('Nothing of it', 'Nike')).toBe('Nothing of it');
    expect(mark('word '.repeat(100), 'Nike')).toMatch(/^word .* word…$/);
    expect(mark(' \u2029 ', 'Nike')).toBeUndefined();
  });

  it('has a mark of any length whole', () => {
    const long = 'x'.repeat(300);
    expect(mark(`before ${long} after`, long)).toBe(`…[${long}]…`);
  });
});
