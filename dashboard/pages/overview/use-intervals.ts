import { useQuery } from '@tanstack/react-query';
import type { Brand, BrandRow } from '../../api/types.ts';
import { brandReportQuery } from '../../filters/brand-report-query.ts';
import { OF_ONE_PROMPT, type Report } from '../../filters/report-input.ts';
import { toPromptFilter } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';

export type RowIntervals = NonNullable<BrandRow['intervals']>;

/** A report that says how sure the figures of a brand are, over all prompts or for one. */
export function toIntervalsReport(brand: string, prompt: string | undefined): Report {
  const filters = prompt === undefined ? [] : [toPromptFilter(prompt)];
  return {
    filters: [{ field: 'brand_id', operator: 'in', values: [brand] }, ...filters],
    intervals: prompt === undefined ? { design: 'population' } : OF_ONE_PROMPT,
  };
}

interface Sureness {
  /** undefined while they load. */
  intervals: RowIntervals | undefined;
  error: Error | null;
  refetch(): void;
}

/** How sure the figures of a brand are, over all prompts or for one. */
export function useIntervals(brand: Brand, prompt: string | undefined): Sureness {
  const query = useQuery(brandReportQuery(useSelection(), toIntervalsReport(brand.id, prompt)));
  // The intervals of another selection say nothing about these figures.
  const rows = query.isPlaceholderData ? [] : (query.data?.data ?? []);
  return { intervals: rows[0]?.intervals ?? undefined, error: query.error, refetch: () => void query.refetch() };
}
