import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Bounds } from '../../charts/series.ts';
import { brandReportQuery } from '../../filters/brand-report-query.ts';
import type { Bucket } from '../../filters/dates.ts';
import { useSelection } from '../../filters/view.tsx';
import type { Metric } from '../../metrics.ts';
import { toIntervalsReport } from './use-intervals.ts';

interface BandOptions {
  bucket: Bucket;
  buckets: readonly string[];
  prompt: string | undefined;
}

type ReadBounds = (metric: Metric, brand: string) => (Bounds | undefined)[] | undefined;

/**
 * How sure the values of these brands are over time. Each brand has a report of its own: intervals take longer than values,
 * and most lines are never looked at so closely. What is read is undefined until it is known.
 */
export function useBands(brands: readonly string[], { bucket, buckets, prompt }: BandOptions): ReadBounds {
  const selection = useSelection();
  const reports = useQueries({
    queries: brands.map((brand) =>
      brandReportQuery(selection, { ...toIntervalsReport(brand, prompt), dimensions: [bucket] }),
    ),
    // The days of another selection have no place in these lines.
    combine: (queries) => queries.map(({ data, isPlaceholderData }) => (isPlaceholderData ? undefined : data?.data)),
  });
  return useMemo(() => {
    const rows = reports.flatMap((report) => report ?? []);
    const byPlace = new Map(rows.map((row) => [`${row.brand.id} ${row[bucket]}`, row.intervals]));
    const known = new Set(rows.map((row) => row.brand.id));
    return (metric, brand) =>
      known.has(brand) ? buckets.map((date) => byPlace.get(`${brand} ${date}`)?.[metric.id] ?? undefined) : undefined;
  }, [reports, bucket, buckets]);
}
