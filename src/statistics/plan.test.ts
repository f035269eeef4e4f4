import { describe, expect, it } from 'vitest';
import { type PlanOptions, planComparison } from './plan.ts';
import { type Stratum, toAnswerSums, toPromptSums } from './strata.ts';

const OPTIONS: PlanOptions = { design: 'panel', confidence: 0.95, power: 0.8, change: 0.1 };

function toPilot(strata: readonly Stratum[], days: number) {
  const by_answer = toAnswerSums(strata);
  return {
    answers: strata.reduce((sum, { answers }) => sum + answers, 0),
    prompts: new Set(strata.map(({ prompt }) => prompt)).size,
    channels: new Set(strata.map(({ channel }) => channel)).size,
    days,
    strata: by_answer.strata,
    by_prompt: toPromptSums(strata),
    by_answer,
  };
}

function toHits(hits: readonly number[], answers: number): Stratum[] {
  return hits.map((a, prompt) => ({ prompt, channel: 1, answers, a, b: answers, aa: a, ab: a, bb: answers }));
}

describe('a plan', () => {
  it('asks for as many answers as the textbook if they are independent', () => {
    // (1.96 + 0.8416)² × (0.5 × 0.5 + 0.6 × 0.4) / 0.1² = 385 (Fleiss, Levin & Paik, Statistical Methods for Rates and
    // Proportions, 2003, section 4.2, with separate variances).
    const plan = planComparison(toPilot(toHits([200], 400), 100), OPTIONS)!;
    expect(plan.needed.answers).toBeGreaterThanOrEqual(385);
    expect(plan.needed.answers).toBeLessThanOrEqual(390);
    expect(plan.needed).toMatchObject({ days: Math.ceil(plan.needed.answers! / 4), replicates: 4, prompts: null });
    expect(plan.detectable_change).toBeCloseTo(0.0985, 3);
  });

  it('finds the same whether it is asked for the change or for the answers', () => {
    const pilot = toPilot(toHits([1, 5, 3, 0, 7, 2, 4, 6, 3, 2, 5, 1], 7), 7);
    for (const design of ['population', 'panel'] as const) {
      const { detectable_change } = planComparison(pilot, { ...OPTIONS, design })!;
      const { needed } = planComparison(pilot, { ...OPTIONS, design, change: detectable_change! })!;
      expect(needed.answers).toBeGreaterThanOrEqual(pilot.answers - 1);
      expect(needed.answers).toBeLessThanOrEqual(pilot.answers + 1);
    }
  });

  it('promises less with less data, and needs more for a smaller change or more power', () => {
    const hits = [1, 5, 3, 0, 7, 2, 4, 6, 3, 2];
    const [few, many] = [toPilot(toHits(hits, 7), 7), toPilot(toHits([...hits, ...hits], 7), 7)];
    for (const design of ['population', 'panel'] as const) {
      const plan = (pilot: typeof few, options = {}) => planComparison(pilot, { ...OPTIONS, design, ...options })!;
      expect(plan(many).detectable_change).toBeLessThan(plan(few).detectable_change!);
      expect(plan(few, { change: 0.05 }).needed.answers).toBeGreaterThan(plan(few).needed.answers!);
      expect(plan(few, { power: 0.9 }).needed.answers).toBeGreaterThan(plan(few).needed.answers!);
    }
  });

  it('says when asking more often cannot help', () => {
    // All of the visibility is in two prompts out of twelve.
    const pilot = toPilot(toHits([20, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 30), 30);
    const plan = planComparison(pilot, { ...OPTIONS, design: 'population', change: 0.03 })!;
    expect(plan.needed.replicates).toBeNull();
    expect(plan.needed.days).toBeNull();
    expect(plan.needed.prompts).toBeGreaterThan(12);
    expect(plan.advice.join(' ')).toContain('Asking the same prompts more often does not help');
  });

  it('gives advice in plain words', () => {
    const pilot = toPilot(toHits([1, 5, 3, 0, 7, 2, 4, 6, 3, 2, 5, 1], 7), 7);
    expect(planComparison(pilot, { ...OPTIONS, change: 0.5 })!.advice[0]).toBe(
      'Two periods like this one are enough: a change of 50 percentage points is noticed with a chance of 80%.',
    );
    expect(planComparison(pilot, { ...OPTIONS, change: 0.01 })!.advice[1]).toMatch(
      /^To notice a change of 1 percentage point, ask each prompt \d+ times a day, or collect for \d+ days in each period\.$/,
    );
  });

  it('works for a brand that is never named, or always', () => {
    for (const hits of [0, 7]) {
      for (const design of ['population', 'panel'] as const) {
        const plan = planComparison(toPilot(toHits(new Array(20).fill(hits), 7), 7), { ...OPTIONS, design })!;
        expect(plan.value).toBe(hits / 7);
        expect(plan.detectable_change).toBeGreaterThan(0);
        expect(plan.detectable_change).toBeLessThan(0.2);
      }
    }
  });

  it('is not made from nothing', () => {
    expect(planComparison(toPilot([], 7), OPTIONS)).toBeNull();
    expect(planComparison(toPilot(toHits([1], 1), 1), OPTIONS)).toBeNull();
    expect(planComparison(toPilot(toHits([3], 7), 7), { ...OPTIONS, design: 'population' })).toBeNull();
  });
});
