import { toCounted } from '../domain/counted.ts';
import type { BrandReportRow } from './brands.ts';

export const VERDICTS = [
  'no_data',
  'no_brands',
  'too_few_answers',
  'nobody_named',
  'behind',
  'level',
  'ahead',
] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Standing {
  verdict: Verdict;
  start_date: string;
  end_date: string;
  answers: number;
  prompts: number;
  has_brands: boolean;
  own: BrandReportRow | null;
  rival: BrandReportRow | null;
}

/** Where the own brand stands, and how that changed where it can be said. */
export function describeStanding(standing: Standing): string {
  return [describeVerdict(standing), ...describeChange(standing)].join(' ');
}

function describeVerdict({ verdict, own, rival, ...rest }: Standing): string {
  const { answers, prompts, start_date, end_date, has_brands } = rest;
  switch (verdict) {
    case 'no_data':
      return `There are no answers from ${start_date} to ${end_date}. Collect or import some, or choose other dates.`;
    case 'no_brands':
      return has_brands
        ? 'None of the brands is marked as your own. Mark one under Brands to see where it stands.'
        : 'No brands are tracked yet. Add your own brand and a few competitors.';
    case 'too_few_answers':
      return `${toCounted(answers, 'answer')} to ${toCounted(prompts, 'prompt')} ${answers === 1 ? 'is' : 'are'} too few to say where ${own!.brand.name} stands.`;
    case 'nobody_named':
      return `None of ${toCounted(answers, 'answer')} names a tracked brand.`;
    case 'behind':
      return `${toShare(own!, answers)}, less often than ${rival!.brand.name} (${toPercent(rival!.visibility)}).`;
    case 'ahead':
      return `${toShare(own!, answers)}, more often than any competitor. ${rival!.brand.name} follows with ${toPercent(rival!.visibility)}.`;
    case 'level':
      return rival
        ? `${toShare(own!, answers)}. That is about level with ${rival.brand.name} (${toPercent(rival.visibility)}): the difference may be chance.`
        : `${toShare(own!, answers)}. There are no competitors to compare it with.`;
  }
}

function describeChange({ verdict, own }: Standing): string[] {
  const isJudged = verdict === 'behind' || verdict === 'level' || verdict === 'ahead';
  const change = isJudged ? own?.change?.visibility : null;
  if (!change || change.p_value === null) return [];
  if (!change.significant) return ['No real change since the period before.'];
  const direction = change.difference > 0 ? 'rose' : 'fell';
  return [`Its visibility ${direction} by ${toPoints(change.difference)} since the period before.`];
}

function toShare({ brand, visibility }: BrandReportRow, answers: number): string {
  return `${brand.name} is named in ${toPercent(visibility)} of ${toCounted(answers, 'answer')}`;
}

function toPercent(share: number): string {
  return `${toTenths(share * 100)}%`;
}

function toPoints(difference: number): string {
  return `${toTenths(Math.abs(difference) * 100)} percentage points`;
}

/** As the dashboard rounds: 23.45 is 23.5, whatever the last bits are. */
function toTenths(value: number): string {
  return (Math.round(Number((value * 10).toPrecision(12))) / 10).toFixed(1);
}
