import { useQuery } from '@tanstack/react-query';
import type { Brand, BrandRow } from '../../api/types.ts';
import { brandReportQuery } from '../../filters/brand-report-query.ts';
import { toPromptFilter } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';

export type RowIntervals = NonNullable<BrandRow['intervals']>;

/** How sure the figures of a brand are, over all prompts or for one; undefined while nobody knows. */
export function useIntervals(brand: Brand, prompt: string | undefined): RowIntervals | undefined {
  const selection = useSelection();
  const filters = prompt === undefined ? [] : [toPromptFilter(prompt)];
  const query = useQuery(
    brandReportQuery(selection, {
      filters: [{ field: 'brand_id', operator: 'in', values: [brand.id] }, ...filters],
      // One prompt is no sample of what people ask.
      intervals: { design: prompt === undefined ? 'population' : 'panel' },
    }),
  );
  return query.data?.data[0]?.intervals ?? undefined;
}
