import { expect, it } from 'vitest';
import { createStatistics } from './upkeep.ts';

it('analyzes a table when many of its rows are new, which is rare for a large table', async () => {
  const analyzed: string[] = [];
  const statistics = createStatistics(async (table) => void analyzed.push(table));
  statistics.note('chats', 999);
  statistics.note('mentions', 5000);
  await statistics.settle();
  expect(analyzed).toEqual(['mentions']);
  statistics.note('chats', 1);
  await statistics.settle();
  expect(analyzed).toEqual(['mentions', 'chats']);
  for (let written = 1000; written < 1_000_000; written += 1000) statistics.note('chats', 1000);
  await statistics.settle();
  expect(analyzed.length).toBeLessThan(50);
});

it('continues after a failure', async () => {
  const analyzed: string[] = [];
  const statistics = createStatistics(async (table) => {
    if (table === 'chats') throw new Error('not the owner');
    analyzed.push(table);
  });
  statistics.note('chats', 2000);
  statistics.note('mentions', 2000);
  await statistics.settle();
  expect(analyzed).toEqual(['mentions']);
});
