import { expect, it } from 'vitest';
import { DIMENSIONS } from './dimensions.ts';
import { chooseTables, type TableSet } from './tables.ts';

const inBoth = { tables: ['facts', 'daily_sums'] as TableSet[] };
const inFacts = { tables: ['facts'] as TableSet[] };

it.each([
  { name: 'nothing in particular', asked: [], expected: 'daily_sums' },
  { name: 'what the daily sums know', asked: [inBoth, inBoth], expected: 'daily_sums' },
  { name: 'one thing that only facts know', asked: [inBoth, inFacts], expected: 'facts' },
])('$name is answered by $expected', ({ asked, expected }) => {
  expect(chooseTables(asked)).toBe(expected);
});

it('refuses what no tables know together', () => {
  expect(() => chooseTables([inFacts, { tables: ['daily_sums'] }])).toThrow();
});

it('reads facts for prompts and what belongs to them, and for single chats', () => {
  const fromFacts = DIMENSIONS.filter((dimension) => chooseTables([dimension]) === 'facts').map(({ name }) => name);
  expect(fromFacts).toEqual(['prompt_id', 'tag_id', 'topic_id', 'language', 'chat_id']);
});
