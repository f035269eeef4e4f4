import { describe, expect, it } from 'vitest';
import { toTable } from './table.ts';
import { measure } from './terminal-text.ts';

const ID = 'kw_01a1e685-6e4d-72cf-8580-29e44a28365c';
const ROWS = [
  { visibility_count: 3, visibility: 0.33333, brand: { id: ID, name: '咖啡' }, tags: [{ id: 'tg_1' }, { id: 'tg_2' }] },
  { visibility_count: 12, visibility: null, brand: { id: ID, name: 'Acme' }, tags: [], is_own: true },
];

describe('a table', () => {
  it('has names in place of objects, text before numbers, and columns that line up', () => {
    expect(toTable(ROWS, { columns: undefined }).text.split('\n')).toEqual([
      'brand  tags        is_own  visibility  visibility_count',
      '─────  ──────────  ──────  ──────────  ────────────────',
      '咖啡   tg_1, tg_2               0.333                 3',
      'Acme               yes                               12',
      '',
    ]);
  });

  it('fits the terminal, whatever its width: texts are cut, then columns left out and named', () => {
    const rows = [{ id: ID, text: 'word '.repeat(40), note: '咖啡'.repeat(20), count: 1234 }];
    for (const columns of [200, 100, 80, 60, 45, 40, 20]) {
      const { text, left_out } = toTable(rows, { columns });
      for (const line of text.split('\n')) expect(measure(line)).toBeLessThanOrEqual(columns);
      if (columns >= 80) expect([text.includes(ID), left_out]).toEqual([true, []]);
      if (columns === 40) expect(left_out).toEqual(['text', 'note', 'count']);
    }
  });

  it('shows the columns that were chosen, in that order', () => {
    const { text } = toTable(ROWS, { columns: undefined, chosen: ['visibility', 'brand'] });
    expect(text.split('\n')[0]).toBe('visibility  brand');
  });

  it('never passes on what a terminal would act on', () => {
    const { text } = toTable([{ name: '\u001b[2Jgone\nnext' }], { columns: undefined });
    expect(text).not.toContain('\u001b');
    expect(text.split('\n')).toHaveLength(4);
  });
});
