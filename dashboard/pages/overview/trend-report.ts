import type { Brand, BrandRow } from '../../api/types.ts';
import { type Bucket, suggestBucket } from '../../filters/dates.ts';
import type { Report } from '../../filters/report-input.ts';
import type { Selection } from '../../filters/selection.ts';

/** More lines than this are hard to tell apart. */
const MAX_LINES = 6;
/** Someone who selects more brands gets more lines. */
const MAX_SELECTED_LINES = 12;

export const BUCKETS: readonly { value: Bucket; label: string; name: string }[] = [
  { value: 'date', label: 'Day', name: 'Date' },
  { value: 'week', label: 'Week', name: 'Week' },
  { value: 'month', label: 'Month', name: 'Month' },
];

/** The interval from the URL, or one that suits the period. */
export function chooseBucket(params: URLSearchParams, selection: Selection): Bucket {
  const requested = params.get('by');
  return BUCKETS.find(({ value }) => value === requested)?.value ?? suggestBucket(selection);
}

/** The selected brands, or the brand of the page and the most visible others. */
export function chooseDrawn({ brands: chosen }: Selection, rows: readonly BrandRow[], focus: Brand): string[] {
  if (chosen.length > 0) return chosen.slice(0, MAX_SELECTED_LINES);
  const visible = rows.map(({ brand }) => brand.id).filter((id) => id !== focus.id);
  return [focus.id, ...visible.slice(0, MAX_LINES - 1)];
}

export function toTrendReport(bucket: Bucket, drawn: string[]): Report {
  return { dimensions: [bucket], filters: [{ field: 'brand_id', operator: 'in', values: drawn }] };
}
