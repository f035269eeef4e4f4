import { expect, it } from 'vitest';
import type { SourceRow } from '../../api/types.ts';
import { findSourceChanges } from './find-source-changes.ts';

const toRows = (citations: Record<string, number>) =>
  Object.entries(citations).map(([url, citation_count]) => ({ url, citation_count }) as SourceRow);

it('finds pages that are newly cited and no longer cited, the most cited first', () => {
  const now = toRows({ kept: 5, fresh: 1, often: 3, used: 0, returned: 2 });
  const before = toRows({ kept: 1, gone: 4, used: 2, rare: 1, returned: 0 });
  const { added, dropped } = findSourceChanges(now, before);
  expect(added.map(({ url }) => url)).toEqual(['often', 'returned', 'fresh']);
  expect(dropped.map(({ url }) => url)).toEqual(['gone', 'used', 'rare']);
});
