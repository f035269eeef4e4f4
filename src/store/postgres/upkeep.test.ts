import { expect, it } from 'vitest';
import { createStatistics } from './upkeep.ts';

it('has a table analysed when much of it is new, and seldom when it is large', async () => {
  const analysed: string[] = [];
  const statistics = createStatistics(async (table) => void analysed.push(table));
  statistics.note('chats', 999);
  statistics.note('mentions', 5000);
  await statistics.settle();
  expect(analysed).toEqual(['mentions']);
  statistics.note('chats', 1);
  await statistics.settle();
  expect(analysed).toEqual(['mentions', 'chats']);
  for (let written = 1000; written < 1_000_000; written += 1000) statistics.note('chats', 1000);
  await statistics.settle();
  expect(analysed.length).toBeLessThan(50);
});

it('goes on where one fails', async () => {
  const analysed: string[] = [];
  const statistics = createStatistics(async (table) => {
    if (table === 'chats') throw new Error('not the owner');
    analysed.push(table);
  });
  statistics.note('chats', 2000);
  statistics.note('mentions', 2000);
  await statistics.settle();
  expect(analysed).toEqual(['mentions']);
});
