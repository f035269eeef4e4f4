import { describe, expect, it } from 'vitest';
import { REASONS } from '../../../src/domain/ask.ts';
import { explainFailure } from './failure-advice.ts';

describe('a failure', () => {
  it.each(REASONS)('says what happened and what to do in sentences: %s', (reason) => {
    const { problem, advice } = explainFailure(reason);
    expect(problem).toMatch(/^[A-Z][^_]*\.$/);
    expect(advice).toMatch(/^[A-Z][^_]*\.$/);
  });

  it('has an explanation of its own for each reason', () => {
    const problems = REASONS.map((reason) => explainFailure(reason).problem);
    expect(new Set(problems).size).toBe(REASONS.length);
  });

  it('is explained even if the reason is unknown', () => {
    expect(explainFailure('toString').advice).toBe('Try again.');
    expect(explainFailure('struck_by_lightning').problem).toBe('The prompt was not answered.');
  });
});
