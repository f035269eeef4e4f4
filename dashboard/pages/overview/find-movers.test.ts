import { expect, it } from 'vitest';
import type { BrandRow } from '../../api/types.ts';
import { findMovers } from './find-movers.ts';

const createRow = (id: string, difference: number | null, significant = false) =>
  ({
    prompt: { id },
    visibility: 0.5,
    previous: difference === null ? null : { visibility: 0.4 },
    change: difference === null ? null : { visibility: { difference, significant } },
  }) as BrandRow;

it('lists what has answers in both periods: first what really changed, the largest change first', () => {
  const names = new Map(['same', 'up', 'down', 'noise', 'new'].map((id) => [id, `Prompt ${id}`]));
  const rows = [
    createRow('same', 0),
    createRow('noise', 0.9),
    createRow('up', 0.2, true),
    createRow('down', -0.4, true),
    createRow('new', null),
    createRow('deleted', 0.9, true),
    { ...createRow('same', 0.1), change: null },
  ];
  const movers = findMovers('prompt', { rows, names });
  expect(movers.map(({ id }) => id)).toEqual(['down', 'up', 'noise', 'same', 'same']);
  expect(movers[0]).toMatchObject({ name: 'Prompt down', change: { difference: -0.4 } });
});
