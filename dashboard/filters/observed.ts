import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useBrands } from '../api/queries.ts';
import { brandReportQuery } from './brand-report-query.ts';
import type { Selection } from './selection.ts';

/** Channels and countries that there are answers from in the period, and what is chosen already. */
export function useObserved(
  selection: Selection,
  { enabled }: { enabled: boolean },
): { channels: string[]; countries: string[] } {
  const { project, from, to, channels, countries } = selection;
  const brand = useBrands(project)[0];
  const everything = { project, from, to, channels: [], countries: [], topics: [], tags: [], brands: [] };
  const { data } = useQuery({
    ...brandReportQuery(everything, {
      dimensions: ['model_channel_id', 'country_code'],
      // One row for each combination, whichever brand it is of.
      filters: [{ field: 'brand_id', operator: 'in', values: [brand?.id ?? ''] }],
    }),
    enabled: enabled && brand !== undefined,
  });
  return useMemo(() => {
    const rows = data?.data ?? [];
    const among = (found: (string | undefined)[], chosen: string[]) =>
      [...new Set([...found, ...chosen])].filter((id) => id !== undefined).sort();
    return {
      channels: among(
        rows.map(({ model_channel }) => model_channel?.id),
        channels,
      ),
      countries: among(
        rows.map(({ country_code }) => country_code),
        countries,
      ),
    };
  }, [data, channels, countries]);
}
