import { describe, expect, test } from 'vitest';
import { createLowerCase } from './lower-case.ts';

describe('names in lower case', () => {
  test('are counted in the same answers, by their first word or the first two', () => {
    const lowerCase = createLowerCase();
    lowerCase.add('Battery Life: good', ['Battery Life']);
    lowerCase.add('Battery Life: the battery is good', ['Battery Life', 'Battery Size']);
    lowerCase.add('Battery Life: its battery life is good', ['Battery Life']);
    lowerCase.add('Battery Life: all batterys', ['Battery']);
    expect(lowerCase.shareOf(['battery'])).toBe(3 / 4);
    expect(lowerCase.shareOf(['battery', 'life'])).toBe(1 / 3);
    expect(lowerCase.shareOf(['unheard'])).toBe(0);
  });

  test('are not taken from domains or from inside other words', () => {
    const lowerCase = createLowerCase();
    lowerCase.add('Nike sells at nike.com, not at snike or nikeish.', ['Nike']);
    expect(lowerCase.shareOf(['nike'])).toBe(0);
  });
});
