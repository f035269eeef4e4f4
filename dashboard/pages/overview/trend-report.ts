import type { Brand, BrandRow } from '../../api/types.ts';
import { type Bucket, suggestBucket } from '../../filters/dates.ts';
import type { Report } from '../../filters/report-input.ts';
import type { Selection } from '../../filters/selection.ts';

/** More lines than this cannot be told apart. */
const DRAWN = 6;

export const BUCKETS: readonly { value: Bucket; label: string; name: string }[] = [
  { value: 'date', label: 'Day', name: 'Date' },
  { value: 'week', label: 'Week', name: 'Week' },
  { value: 'month', label: 'Month', name: 'Month' },
];

/** The points of the line that the address asks for, or that suit the period. */
export function chooseBucket(params: URLSearchParams, selection: Selection): Bucket {
  const asked = params.get('by');
  return BUCKETS.find(({ value }) => value === asked)?.value ?? suggestBucket(selection);
}

/** The chosen brands, or the own one and the most visible. */
export function chooseDrawn({ brands: chosen }: Selection, rows: readonly BrandRow[], focus: Brand): string[] {
  if (chosen.length > 0) return chosen.slice(0, 2 * DRAWN);
  const visible = rows.map(({ brand }) => brand.id).filter((id) => id !== focus.id);
  return [focus.id, ...visible.slice(0, DRAWN - 1)];
}

export function toTrendReport(bucket: Bucket, drawn: string[]): Report {
  return { dimensions: [bucket], filters: [{ field: 'brand_id', operator: 'in', values: drawn }] };
}
