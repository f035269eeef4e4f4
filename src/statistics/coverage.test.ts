import { expect, it } from 'vitest';
import { createRates } from '../../scripts/simulation/rates.mjs';
import { simulateVisibility } from '../../scripts/simulation/visibility.mjs';
import { measurePanel } from './panel.ts';
import { measurePopulation } from './population.ts';

// The short form of `npm run simulate`. 1,000 repetitions are off by 0.7 points on average; the limits leave room for three
// times that.
const REPETITIONS = 1000;
const OPTIONS = { confidence: 0.95, brands: 10 };

it.each([
  { mean: 0.3, correlation: 0.2, shape: 'beta', prompts: 20, days: 7, channels: 2, isBalanced: true, low: 0.93 },
  {
    mean: 0.5,
    correlation: 0.8,
    shape: 'logit-normal',
    prompts: 40,
    days: 7,
    channels: 2,
    isBalanced: true,
    low: 0.93,
  },
  {
    mean: 0.1,
    correlation: 0.5,
    shape: 'zero-inflated',
    prompts: 100,
    days: 7,
    channels: 1,
    isBalanced: false,
    low: 0.91,
  },
  {
    mean: 0.02,
    correlation: 0.5,
    shape: 'logit-normal',
    prompts: 100,
    days: 7,
    channels: 2,
    isBalanced: true,
    low: 0.87,
  },
  { mean: 0.8, correlation: 0.2, shape: 'two-point', prompts: 5, days: 7, channels: 4, isBalanced: false, low: 0.9 },
] as const)(
  'intervals contain the truth: $mean, $shape, $prompts prompts',
  ({ low, mean, correlation, shape, ...cell }) => {
    const rates = createRates({ shape, mean, correlation });
    const covered = { population: 0, panel: 0 };
    simulateVisibility({ ...cell, rates, seed: 7 }, REPETITIONS, ({ truth, answers, strata, population, panel }) => {
      const found = {
        population: measurePopulation('visibility', population, { answers, ...OPTIONS })!,
        panel: measurePanel('visibility', panel, { answers, strata, ...OPTIONS })!,
      };
      for (const design of ['population', 'panel'] as const) {
        const { interval } = found[design];
        if (interval.low <= truth[design] && truth[design] <= interval.high) covered[design]++;
      }
    });
    expect(covered.population / REPETITIONS).toBeGreaterThan(low - 0.02);
    expect(covered.panel / REPETITIONS).toBeGreaterThan(0.925 - 0.02);
    if (cell.isBalanced && mean * cell.prompts >= 5) expect(covered.population / REPETITIONS).toBeLessThan(0.97 + 0.02);
  },
);
