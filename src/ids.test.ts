import { expect, it } from 'vitest';
import { createUuid, parseId, toId } from './ids.ts';

it('makes ids that sort in the order of their making', () => {
  const ids = Array.from({ length: 10_000 }, createUuid);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

it('reads back its own ids and takes nothing else for one', () => {
  const uuid = createUuid();
  expect(parseId('prompt', toId('prompt', uuid))).toBe(uuid);
  for (const text of [
    `kw_${uuid}`,
    uuid,
    `pr_${uuid.toUpperCase()}`,
    `pr_${uuid} `,
    'pr_',
    '',
    `pr_${uuid}0`,
    "pr_' or 1=1",
  ]) {
    expect(parseId('prompt', text)).toBeNull();
  }
});
