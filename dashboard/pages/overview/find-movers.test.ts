import { expect, it } from 'vitest';
import type { BrandRow } from '../../api/types.ts';
import { findMovers } from './find-movers.ts';

const createRow = (id: string, visibility: number, visibility_total = 10) =>
  ({ prompt: { id }, visibility, visibility_total }) as BrandRow;

it('lists what has answers in both periods, the largest change first', () => {
  const names = new Map(['same', 'up', 'down', 'new', 'silent'].map((id) => [id, `Prompt ${id}`]));
  const now = [
    createRow('same', 0.5),
    createRow('up', 0.6),
    createRow('down', 0.1),
    createRow('new', 0.9),
    createRow('silent', 0.9),
    createRow('deleted', 0.9),
  ];
  const before = [
    createRow('same', 0.5),
    createRow('up', 0.4),
    createRow('down', 0.5),
    createRow('silent', 0, 0),
    createRow('deleted', 0.1),
  ];
  const movers = findMovers('prompt', { now, before, names });
  expect(movers.map(({ id }) => id)).toEqual(['down', 'up', 'same']);
  expect(movers[0]).toMatchObject({ name: 'Prompt down', now: { visibility: 0.1 }, before: { visibility: 0.5 } });
});
