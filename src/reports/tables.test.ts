import { expect, it } from 'vitest';
import { DIMENSIONS } from './dimensions.ts';
import { planTables, type TableSet } from './tables.ts';

const answeredBy = (...tables: TableSet[]) => ({ tables });
const inAll = answeredBy('daily_sums', 'monthly_sums', 'facts');
const byPrompt = answeredBy('monthly_prompts', 'monthly_sums', 'facts');
const inFacts = answeredBy('facts');
const YEAR = { start_date: '2025-01-01', end_date: '2025-12-31' };
const JUNE = { start_date: '2025-06-01', end_date: '2025-06-30' };
const summed = ['2025-05-01', '2025-06-01'];

it.each([
  { name: 'nothing in particular', asked: [], period: YEAR, expected: 'daily_sums' },
  { name: 'what the daily sums know', asked: [inAll, inAll], period: YEAR, expected: 'daily_sums' },
  {
    name: 'what prompts and channels are needed for',
    asked: [inAll, byPrompt],
    period: YEAR,
    expected: 'monthly_sums',
  },
  { name: 'what only prompts are needed for', asked: [byPrompt], period: YEAR, expected: 'monthly_prompts' },
  { name: 'one whole month', asked: [byPrompt], period: JUNE, expected: 'monthly_prompts' },
  {
    name: 'days without a whole month',
    asked: [byPrompt],
    period: { start_date: '2025-05-02', end_date: '2025-06-29' },
    expected: 'facts',
  },
  {
    name: 'a month that is not summed up',
    asked: [byPrompt],
    period: { start_date: '2025-07-01', end_date: '2025-07-31' },
    expected: 'facts',
  },
  { name: 'one thing that only facts know', asked: [byPrompt, inFacts], period: YEAR, expected: 'facts' },
])('$name is answered by $expected', ({ asked, period, expected }) => {
  expect(planTables(asked, { period, summed }).set).toBe(expected);
});

it('divides the days only where it reads the sums of months', () => {
  const rest = [
    { start_date: '2025-01-01', end_date: '2025-04-30' },
    { start_date: '2025-07-01', end_date: '2025-12-31' },
  ];
  const months = [{ start_date: '2025-05-01', end_date: '2025-06-01' }];
  expect(planTables([byPrompt], { period: YEAR, summed }).parts).toEqual({ months, days: rest });
  expect(planTables([inFacts], { period: YEAR, summed }).parts).toEqual({ months: [], days: [YEAR] });
});

it('refuses what no tables know together', () => {
  expect(() => planTables([inFacts, answeredBy('daily_sums')], { period: YEAR, summed })).toThrow();
});

it('reads the sums of months for prompts and what belongs to them, and facts for languages and single chats', () => {
  const namesOf = (set: TableSet) =>
    DIMENSIONS.filter((dimension) => planTables([dimension], { period: YEAR, summed }).set === set).map(
      ({ name }) => name,
    );
  expect(namesOf('monthly_prompts')).toEqual(['prompt_id', 'tag_id', 'topic_id']);
  expect(namesOf('facts')).toEqual(['language', 'chat_id']);
});
