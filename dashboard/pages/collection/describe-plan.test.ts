import { describe, expect, it } from 'vitest';
import { describePlan, toPoints } from './describe-plan.ts';

const PLAN = {
  value: 0.65,
  answers: 1008,
  prompts: 12,
  channels: 3,
  days: 28,
  detectable_change: 0.061323,
  needed: { answers: 4307, days: 120, replicates: 5, prompts: 46 },
  advice: ['Advice of the service.'],
};
const ESTIMATE = { asks: 36, cost: 0.36, cost_known: true };

describe('a plan in words', () => {
  it('lists what would be enough, each with its cost per day', () => {
    const { now, ways } = describePlan(PLAN, 0.03, ESTIMATE);
    expect(now).toBe('With 36 answers a day (about $0.36), you can notice a change of 6.1 points now.');
    expect(ways).toEqual([
      { text: 'Ask each prompt 5 times a day on each channel.', effort: '180 answers a day (about $1.80)' },
      { text: 'Ask 46 prompts instead of 12.', effort: '138 answers a day (about $1.38)' },
      {
        text: 'Compare longer periods: 120 days of collection instead of 28.',
        effort: 'No extra cost per day',
      },
    ]);
  });

  it('says that what is collected is enough', () => {
    const needed = { answers: 367, days: 11, replicates: 1, prompts: 6 };
    const { now, ways } = describePlan({ ...PLAN, needed }, 0.1, ESTIMATE);
    expect(now).toContain('enough: you can notice a change of 6.1 points. 367 answers would do; you have 1,008.');
    expect(ways).toEqual([]);
  });

  it('leaves out what nobody would do, and says if it takes several runs', () => {
    const needed = { answers: 39_247, days: 1091, replicates: 39, prompts: 405 };
    const { ways } = describePlan({ ...PLAN, detectable_change: null, needed }, 0.01, ESTIMATE);
    expect(ways.map(({ text }) => text)).toEqual([
      'Ask each prompt 39 times a day on each channel, in 2 runs.',
      'Ask 405 prompts instead of 12.',
    ]);
  });

  it('says nothing about a cost that nobody knows', () => {
    const toEffort = (estimate: typeof ESTIMATE) => describePlan(PLAN, 0.03, estimate).ways[0]!.effort;
    expect(toEffort({ asks: 0, cost: 0, cost_known: true })).toBe('180 answers a day');
    expect(toEffort({ asks: 36, cost: 0, cost_known: false })).toBe('180 answers a day');
    expect(toEffort({ asks: 36, cost: 0, cost_known: true })).toBe('180 answers a day (free)');
  });

  it('repeats what the service says if there is nothing to plan with', () => {
    const needed = { answers: null, days: null, replicates: null, prompts: null };
    const plan = { ...PLAN, answers: 0, days: 0, detectable_change: null, needed };
    expect(describePlan(plan, 0.03, ESTIMATE)).toEqual({ now: 'Advice of the service.', ways: [] });
  });
});

it('writes changes as points', () => {
  expect([0.01, 0.061323, 0.2].map(toPoints)).toEqual(['1 point', '6.1 points', '20 points']);
});
