import { expect, it } from 'vitest';
import type { BrandReportRow } from './brands.ts';
import { describeStanding } from './describe-overview.ts';

const toRow = (name: string, visibility: number, change: object | null = null) =>
  ({ brand: { id: name, name }, visibility, change: change && { visibility: change } }) as unknown as BrandReportRow;

const standing = {
  start_date: '2026-10-01',
  end_date: '2026-10-31',
  answers: 1840,
  prompts: 42,
  has_brands: true,
  own: toRow('Acme', 0.21, { difference: -0.0412, p_value: 0.001, significant: true }),
  rival: toRow('Brumelle', 0.084, null),
};

it('says in plain words where a brand stands', () => {
  const { own, rival } = standing;
  expect(describeStanding({ ...standing, verdict: 'ahead' })).toBe(
    'Acme is named in 21.0% of 1,840 answers, more often than any competitor. Brumelle follows with 8.4%. Its visibility fell by 4.1 percentage points since the period before.',
  );
  expect(describeStanding({ ...standing, verdict: 'behind', own: rival, rival: own })).toBe(
    'Brumelle is named in 8.4% of 1,840 answers, less often than Acme (21.0%).',
  );
  const still = toRow('Acme', 0, { difference: 0.01, p_value: 0.4, significant: false });
  expect(describeStanding({ ...standing, verdict: 'level', own: still })).toBe(
    'Acme is named in 0.0% of 1,840 answers. That is about level with Brumelle (8.4%): the difference may be chance. No real change since the period before.',
  );
  expect(describeStanding({ ...standing, verdict: 'level', own: toRow('Acme', 0.5), rival: null })).toBe(
    'Acme is named in 50.0% of 1,840 answers. There are no competitors to compare it with.',
  );
  // As the dashboard rounds.
  expect(describeStanding({ ...standing, verdict: 'level', own: toRow('Acme', 0.2345), rival: null })).toContain(
    '23.5%',
  );
});

it('says what is missing to tell', () => {
  expect(describeStanding({ ...standing, verdict: 'too_few_answers', answers: 1, prompts: 1 })).toBe(
    '1 answer to 1 prompt is too few to say where Acme stands.',
  );
  expect(describeStanding({ ...standing, verdict: 'nobody_named' })).toBe(
    'None of 1,840 answers names a tracked brand.',
  );
  expect(describeStanding({ ...standing, verdict: 'no_data' })).toContain('no answers from 2026-10-01 to 2026-10-31');
  expect(describeStanding({ ...standing, verdict: 'no_brands' })).toContain('marked as your own');
  expect(describeStanding({ ...standing, verdict: 'no_brands', has_brands: false })).toContain('No brands are tracked');
});
