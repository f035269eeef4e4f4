import { expect, it } from 'vitest';
import { findPassages } from './find-passages.ts';

it('finds every place of a text, in upper or lower case', () => {
  const answer = 'Acme and ACME, but not Zorbix.';
  expect(findPassages(answer, { text: ' acme ', taken: [] })).toEqual([
    { start: 0, end: 4 },
    { start: 9, end: 13 },
  ]);
  expect(findPassages(answer, { text: 'Brumelle', taken: [] })).toEqual([]);
  expect(findPassages(answer, { text: ' ', taken: [] })).toEqual([]);
});

it('leaves out what is a mention already', () => {
  expect(findPassages('Acme Pro, Acme', { text: 'Acme', taken: [{ start: 0, end: 8 }] })).toEqual([
    { start: 10, end: 14 },
  ]);
});

it('keeps its place where lower case has another length', () => {
  const answer = 'İİ Acme';
  expect(findPassages(answer, { text: 'Acme', taken: [] })).toEqual([{ start: 3, end: 7 }]);
});
