import { describe, expect, it } from 'vitest';
import { findNeighbors, findOpenStep, type ProjectParts, toProgress, toStep } from './steps.ts';

const nothing: ProjectParts = { brands: [], prompts: [], channels: [], hasAnswers: false };
const own = { is_own: true };
const competitor = { is_own: false };

describe('the first open step', () => {
  it.each<[string, Partial<ProjectParts>, string | null]>([
    ['nothing', {}, 'brand'],
    ['an own brand', { brands: [own] }, 'competitors'],
    ['a competitor alone', { brands: [competitor] }, 'brand'],
    ['brands', { brands: [own, competitor] }, 'prompts'],
    ['brands and a prompt', { brands: [own, competitor], prompts: [{ id: 'a' }] }, 'answers'],
    [
      'a channel that is off',
      {
        brands: [own, competitor],
        prompts: [{ id: 'a' }],
        channels: [{ ask: { kind: 'demo' }, is_active: false }],
      },
      'answers',
    ],
    [
      'a channel',
      {
        brands: [own, competitor],
        prompts: [{ id: 'a' }],
        channels: [{ ask: { kind: 'demo' }, is_active: true }],
      },
      'run',
    ],
    ['answers without a channel', { brands: [own, competitor], hasAnswers: true }, null],
  ])('with %s', (_, parts, expected) => {
    expect(findOpenStep(toProgress({ ...nothing, ...parts }))).toBe(expected);
  });
});

describe('a step', () => {
  it('has neighbors', () => {
    expect(findNeighbors('you')).toEqual({ previous: null, next: 'brand' });
    expect(findNeighbors('run')).toEqual({ previous: 'answers', next: null });
  });

  it('keeps what other steps know in its URL, and drops what belongs to another page', () => {
    const params = new URLSearchParams('project=p&site=acme.com&language=de&metric=position&channel=new');
    expect(toStep('brand', { params })).toBe('/start/brand?project=p&site=acme.com&language=de');
    expect(toStep(null, { params: new URLSearchParams('project=p') })).toBe('/start?project=p');
  });
});
