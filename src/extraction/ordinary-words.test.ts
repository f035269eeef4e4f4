import { expect, test } from 'vitest';
import { isOrdinaryWord } from './ordinary-words.ts';

test.each(['play', 'plays', 'display', 'displays', 'review', 'unlimited', 'indoor', 'discount', 'monday'])(
  '%s is an ordinary word',
  (word) => expect(isOrdinaryWord(word)).toBe(true),
);

test.each(['sony', 'germany', 'xyzzy', ''])('%j is none', (word) => expect(isOrdinaryWord(word)).toBe(false));
