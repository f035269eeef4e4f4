import { expect, it } from 'vitest';
import { toTable } from './to-table.ts';

it('has the values first, then their answers, then the bounds that are known', () => {
  const line = { color: 'red', isStrong: false, counts: [42, 0] };
  const series = [
    { ...line, id: 'kw_1', name: 'Acme', values: [0.31, undefined], bounds: [{ low: 0.24, high: 0.39 }, undefined] },
    { ...line, id: 'kw_2', name: 'Other', values: [0.5, undefined] },
  ];
  const { heads, rows } = toTable(series, { xIds: ['2026-01-01', '2026-01-02'], xName: 'Date' });
  expect(heads).toEqual(['Date', 'Acme', 'Other', 'Acme: answers', 'Other: answers', 'Acme: low', 'Acme: high']);
  expect(rows).toEqual([
    ['2026-01-01', 0.31, 0.5, 42, 42, 0.24, 0.39],
    ['2026-01-02', undefined, undefined, 0, 0, undefined, undefined],
  ]);
});
