import type { Brand, BrandRow } from '../../api/types.ts';
import { addDays, type Bucket, countDays, type Period, suggestBucket } from '../../filters/dates.ts';
import type { Report } from '../../filters/report-input.ts';
import type { Filter, Selection } from '../../filters/selection.ts';

/** More lines than this are hard to tell apart. */
const MAX_LINES = 6;
/** Someone who selects more brands gets more lines. */
const MAX_SELECTED_LINES = 12;

export const BUCKETS: readonly { value: Bucket; label: string; name: string }[] = [
  { value: 'date', label: 'Day', name: 'Date' },
  { value: 'week', label: 'Week', name: 'Week' },
  { value: 'month', label: 'Month', name: 'Month' },
];

/** How many days are averaged, and how long a period must be for that. */
export const SMOOTHED_DAYS = 7;
const MIN_SMOOTHED_PERIOD = 31;

/** What a chart over time shows. */
export interface TrendChoice {
  bucket: Bucket;
  /** Whether the average of several days is offered, and whether it is shown. */
  canSmooth: boolean;
  isSmooth: boolean;
  /** The days to ask for: an average needs some before its first day. */
  period: Period;
}

/** What the URL says, or what suits the period. */
export function chooseTrend(params: URLSearchParams, { from, to }: Period): TrendChoice {
  const requested = params.get('by');
  const bucket = BUCKETS.find(({ value }) => value === requested)?.value ?? suggestBucket({ from, to });
  const canSmooth = bucket === 'date' && countDays({ from, to }) >= MIN_SMOOTHED_PERIOD;
  const isSmooth = canSmooth && params.get('smooth') === String(SMOOTHED_DAYS);
  return { bucket, canSmooth, isSmooth, period: { from: isSmooth ? addDays(from, 1 - SMOOTHED_DAYS) : from, to } };
}

/** The selected brands, or the brand of the page and the most visible others. */
export function chooseDrawn({ brands: chosen }: Selection, rows: readonly BrandRow[], focus: Brand): string[] {
  if (chosen.length > 0) return chosen.slice(0, MAX_SELECTED_LINES);
  const visible = rows.map(({ brand }) => brand.id).filter((id) => id !== focus.id);
  return [focus.id, ...visible.slice(0, MAX_LINES - 1)];
}

export function toTrendReport(bucket: Bucket, drawn: string[], filters: readonly Filter[] = []): Report {
  return { dimensions: [bucket], filters: [{ field: 'brand_id', operator: 'in', values: drawn }, ...filters] };
}
