import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Brand, BrandRow } from '../../api/types.ts';
import { ChartPanel } from '../../charts/chart-panel.tsx';
import type { Series } from '../../charts/series.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { Segments } from '../../controls/segments.tsx';
import { brandReportQuery } from '../../filters/brand-report-query.ts';
import { listBuckets, toBucketPeriod } from '../../filters/dates.ts';
import { toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatBucket, formatMonth, formatPeriod, formatShortDay } from '../../format.ts';
import type { Metric } from '../../metrics.ts';
import { changeParams, navigate, useLocation } from '../../routing/location.ts';
import { BUCKETS, chooseBucket, chooseDrawn, toTrendReport } from './trend-report.ts';

interface TrendProps {
  brands: readonly Brand[];
  rows: readonly BrandRow[];
  focus: Brand;
  metric: Metric;
}

/** One metric over time for the selected brands, or for the brand of the page and the most visible others. */
export function Trend({ brands, rows, focus, metric }: TrendProps) {
  const selection = useSelection();
  const location = useLocation();
  const bucket = chooseBucket(location.params, selection);
  const bucketName = BUCKETS.find(({ value }) => value === bucket)!.name;
  const drawn = chooseDrawn(selection, rows, focus);
  const query = useQuery(brandReportQuery(selection, toTrendReport(bucket, drawn)));
  const { from, to } = selection;
  const buckets = useMemo(() => listBuckets({ from, to }, bucket), [from, to, bucket]);
  const series = useMemo(() => {
    const values = new Map(query.data?.data.map((row) => [`${row.brand.id} ${row[bucket]}`, metric.read(row)]));
    return drawn.flatMap((id): Series[] => {
      const brand = brands.find((candidate) => candidate.id === id);
      if (!brand) return [];
      const line = buckets.map((date) => values.get(`${id} ${date}`));
      return [{ id, name: brand.name, color: brand.color, isStrong: id === focus.id, values: line }];
    });
  }, [query.data, buckets, bucket, brands, drawn, focus, metric]);
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const xLabels = buckets.map((date) => ({
    short: bucket === 'month' ? formatMonth(date) : formatShortDay(date),
    long: formatBucket(date, bucket),
  }));
  const openAnswers = (index: number) => {
    const period = toBucketPeriod(buckets[index]!, { bucket, period: selection });
    navigate(toPage('/answers', location, { ...period, mentions: focus.id }));
  };
  return (
    <ChartPanel
      title={`${metric.name} over time`}
      isWaiting={query.isPlaceholderData}
      subtitle={`${focus.name}, ${formatPeriod(selection)}`}
      fileName={`${metric.id}-${from}-${to}`}
      controls={<Segments label="Interval" segments={BUCKETS} value={bucket} onChange={(by) => changeParams({ by })} />}
      xIds={buckets}
      xName={bucketName}
      xLabels={xLabels}
      series={series}
      format={metric.format}
      formatTick={metric.formatTick}
      isInverted={metric.isSmallerBetter}
      min={metric.min}
      max={metric.max}
      onPick={openAnswers}
    />
  );
}
