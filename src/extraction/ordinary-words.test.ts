import { expect, it } from 'vitest';
import { isOrdinaryWord } from './ordinary-words.ts';

it.each(['play', 'plays', 'display', 'displays', 'review', 'unlimited', 'indoor', 'discount', 'monday'])(
  '%s is an ordinary word',
  (word) => expect(isOrdinaryWord(word)).toBe(true),
);

it.each(['sony', 'germany', 'xyzzy', ''])('%j is none', (word) => expect(isOrdinaryWord(word)).toBe(false));
