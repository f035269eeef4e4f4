import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findGroups } from './deep-pages.ts';

const groups = fc.array(
  fc.integer({ min: 1, max: 5 }).map((total) => ({ total })),
  { maxLength: 12 },
);
const page = fc.record({ offset: fc.nat({ max: 40 }), limit: fc.integer({ min: 1, max: 20 }) });

it('the groups of a page have just its rows, wherever it is', () => {
  let onSome = 0;
  fc.assert(
    fc.property(groups, page, (all, { offset, limit }) => {
      const rows = all.flatMap((group) => Array.from({ length: group.total }, () => group));
      const { found, before } = findGroups(all, { offset, limit });
      const expected = rows.slice(offset, offset + limit);
      expect(found).toEqual([...new Set(expected)]);
      if (expected.length === 0) return;
      onSome += 1;
      const ofFound = found.flatMap((group) => Array.from({ length: group.total }, () => group));
      expect(ofFound.slice(offset - before, offset - before + limit)).toEqual(expected);
    }),
  );
  expect(onSome).toBeGreaterThan(10);
});
