import { expect, it } from 'vitest';
import { addBrands } from './add-brands.ts';

const toBrands = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ name: `Brand ${place}`, domain: null }));

it('adds all brands, several at once but not all', async () => {
  let open = 0;
  let most = 0;
  const added: string[] = [];
  const outcome = await addBrands(toBrands(20), {
    add: async ({ name }) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 1));
      open -= 1;
      added.push(name);
    },
    onProgress: () => {},
  });
  expect(outcome).toEqual({ added: 20, refused: [] });
  expect(new Set(added).size).toBe(20);
  expect(most).toBe(4);
});

it('goes on after brands that fail, and names them in the order in which they were written', async () => {
  const steps: number[] = [];
  const outcome = await addBrands(toBrands(7), {
    add: async ({ name }) => {
      if (name === 'Brand 5') throw new Error('is there already');
      // The first to begin is the last to fail.
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (name === 'Brand 0') throw new Error('no connection');
    },
    onProgress: (done) => steps.push(done),
  });
  expect(outcome.added).toBe(5);
  expect(outcome.refused.map(({ brand, message }) => [brand.name, message])).toEqual([
    ['Brand 0', 'no connection'],
    ['Brand 5', 'is there already'],
  ]);
  expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
