import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useBrands } from '../api/queries.ts';
import { brandReportQuery } from './brand-report-query.ts';
import type { Selection } from './selection.ts';

/** The channels and countries that have answers in the period, and those that are already selected. */
export function useFilterOptions(
  selection: Selection,
  { enabled }: { enabled: boolean },
): { channels: string[]; countries: string[] } {
  const { project, from, to, channels, countries } = selection;
  const brand = useBrands(project)[0];
  const unfiltered = { project, from, to, channels: [], countries: [], topics: [], tags: [], brands: [] };
  const { data } = useQuery({
    ...brandReportQuery(unfiltered, {
      dimensions: ['model_channel_id', 'country_code'],
      // Any single brand gives one row for each combination.
      filters: [{ field: 'brand_id', operator: 'in', values: [brand?.id ?? ''] }],
    }),
    enabled: enabled && brand !== undefined,
  });
  return useMemo(() => {
    const rows = data?.data ?? [];
    const merge = (found: (string | undefined)[], selected: string[]) =>
      [...new Set([...found, ...selected])].filter((id) => id !== undefined).sort();
    return {
      channels: merge(
        rows.map(({ model_channel }) => model_channel?.id),
        channels,
      ),
      countries: merge(
        rows.map(({ country_code }) => country_code),
        countries,
      ),
    };
  }, [data, channels, countries]);
}
