import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Brand, BrandRow } from '../../api/types.ts';
import { smooth, type Weighted } from '../../charts/smooth.ts';
import { brandReportQuery } from '../../filters/brand-report-query.ts';
import { listBuckets } from '../../filters/dates.ts';
import { toPromptFilter } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import type { Metric } from '../../metrics.ts';
import { useLocation } from '../../routing/location.ts';
import { chooseDrawn, chooseTrend, SMOOTHED_DAYS, toTrendReport } from './trend-report.ts';

/** The brands that are drawn, their report over time, of one prompt or of all, and how to read a line from it. */
export function useTrend(rows: readonly BrandRow[], focus: Brand, { prompt }: { prompt?: string | undefined } = {}) {
  const selection = useSelection();
  const { params } = useLocation();
  const choice = chooseTrend(params, selection);
  const { bucket, isSmooth, period } = choice;
  const { from, to } = period;
  const drawn = chooseDrawn(selection, rows, focus);
  const filters = prompt === undefined ? [] : [toPromptFilter(prompt)];
  const query = useQuery(brandReportQuery(selection, toTrendReport(bucket, drawn, filters), period));
  const buckets = useMemo(() => listBuckets({ from, to }, bucket), [from, to, bucket]);
  const readLine = useMemo(() => {
    const byPlace = new Map(query.data?.data.map((row) => [`${row.brand.id} ${row[bucket]}`, row]));
    return (metric: Metric, brand: string): Weighted[] => {
      const line = buckets.map((date) => byPlace.get(`${brand} ${date}`));
      const points = line.map((row) => ({ value: row && metric.read(row), weight: row ? metric.count(row) : 0 }));
      return isSmooth ? smooth(points, SMOOTHED_DAYS).slice(SMOOTHED_DAYS - 1) : points;
    };
  }, [query.data, buckets, bucket, isSmooth]);
  return { ...choice, drawn, query, buckets: isSmooth ? buckets.slice(SMOOTHED_DAYS - 1) : buckets, readLine };
}
