import { describe, expect, it } from 'vitest';
import { toNameExcerpt } from './excerpt.ts';

describe('an excerpt', () => {
  it('is what a reader sees around the name', () => {
    expect(toNameExcerpt('1. **Nike Pegasus** – [soft](https://a.example)\n2. Others', 'Nike Pegasus')).toBe(
      'Nike Pegasus – soft · Others',
    );
  });

  it('of a long passage is cut between words', () => {
    const excerpt = toNameExcerpt(`${'many words before '.repeat(20)}Nike${' and many after'.repeat(20)}`, 'Nike');
    expect(excerpt).toMatch(/^…\w.* Nike .*\w…$/);
    expect(excerpt.length).toBeLessThan(170);
  });

  it('without the name begins at the start', () => {
    expect(toNameExcerpt('Nothing of it', 'Nike')).toBe('Nothing of it');
  });
});
