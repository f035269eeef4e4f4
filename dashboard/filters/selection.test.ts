import { describe, expect, it } from 'vitest';
import { countChosen, readSelection, toFilters, toPage } from './selection.ts';

const params = new URLSearchParams(
  'project=or_1&from=2026-01-01&to=2026-01-31&channels=famA-0,famB-0,famA-0&tags=tg_1&brands=kw_1&metric=position',
);

describe('the selection', () => {
  it('is read from the URL', () => {
    const selection = readSelection(params, 'or_1');
    expect(selection).toMatchObject({
      from: '2026-01-01',
      to: '2026-01-31',
      channels: ['famA-0', 'famB-0'],
      topics: [],
    });
    expect(toFilters(selection)).toEqual([
      { field: 'model_channel_id', operator: 'in', values: ['famA-0', 'famB-0'] },
      { field: 'tag_id', operator: 'in', values: ['tg_1'] },
    ]);
    expect(countChosen(selection)).toBe(3);
  });

  it('falls back to the last 30 days without valid dates', () => {
    for (const search of ['', 'from=2026-01-01', 'from=x&to=2026-01-01']) {
      const { from, to } = readSelection(new URLSearchParams(search), 'or_1');
      expect(Date.parse(to) - Date.parse(from)).toBe(29 * 86_400_000);
    }
  });

  it('swaps dates that are reversed', () => {
    const reversed = new URLSearchParams('from=2026-02-01&to=2026-01-01');
    expect(readSelection(reversed, 'or_1')).toMatchObject({ from: '2026-01-01', to: '2026-02-01' });
  });

  it('is kept on another page, unlike the parameters of a single page', () => {
    const href = toPage('/answers', { params }, { prompt: 'pr_1', tags: null });
    expect(href).toBe(
      '/answers?project=or_1&from=2026-01-01&to=2026-01-31&channels=famA-0,famB-0,famA-0&brands=kw_1&prompt=pr_1',
    );
  });
});
