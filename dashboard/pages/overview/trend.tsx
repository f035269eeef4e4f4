import { useMemo, useState } from 'react';
import type { Brand, BrandRow } from '../../api/types.ts';
import { ChartPanel } from '../../charts/chart-panel.tsx';
import type { Series } from '../../charts/series.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { Segments } from '../../controls/segments.tsx';
import { toBucketPeriod } from '../../filters/dates.ts';
import { toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatBucket, formatMonth, formatPeriod, formatShortDay } from '../../format.ts';
import type { Metric } from '../../metrics.ts';
import { changeParams, navigate, useLocation } from '../../routing/location.ts';
import { BUCKETS, SMOOTHED_DAYS } from './trend-report.ts';
import { useBands } from './use-bands.ts';
import { useTrend } from './use-trend.ts';

interface TrendProps {
  brands: readonly Brand[];
  rows: readonly BrandRow[];
  focus: Brand;
  metric: Metric;
  /** The prompt whose answers count; without it, all do. */
  prompt?: string;
}

/** One metric over time for the selected brands, or for the brand of the page and the most visible others. */
export function Trend({ brands, rows, focus, metric, prompt }: TrendProps) {
  const selection = useSelection();
  const location = useLocation();
  const { bucket, canSmooth, isSmooth, drawn, query, buckets, readLine } = useTrend(rows, focus, { prompt });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const banded = [...new Set([focus.id, ...chosen])].filter((id) => drawn.includes(id));
  // An average of several days has no bounds, and lines come before bands.
  const readBounds = useBands(isSmooth || !query.data ? [] : banded, { bucket, buckets, prompt });
  const bucketName = BUCKETS.find(({ value }) => value === bucket)!.name;
  const { from, to } = selection;
  const series = useMemo(
    () =>
      drawn.flatMap((id): Series[] => {
        const brand = brands.find((candidate) => candidate.id === id);
        if (!brand) return [];
        const { name, color } = brand;
        const points = readLine(metric, id);
        return [
          {
            id,
            name,
            color,
            isStrong: id === focus.id,
            values: points.map(({ value }) => value),
            counts: points.map(({ weight }) => weight),
            bounds: readBounds(metric, id),
          },
        ];
      }),
    [readLine, readBounds, brands, drawn, focus, metric],
  );
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const xLabels = buckets.map((date) => ({
    short: bucket === 'month' ? formatMonth(date) : formatShortDay(date),
    long: formatBucket(date, bucket),
  }));
  const openAnswers = (index: number) => {
    const period = toBucketPeriod(buckets[index]!, { bucket, period: selection });
    navigate(toPage('/answers', location, { ...period, mentions: focus.id, prompt }));
  };
  return (
    <ChartPanel
      title={`${metric.name} over time${isSmooth ? `, ${SMOOTHED_DAYS}-day average` : ''}`}
      isWaiting={query.isPlaceholderData}
      subtitle={`${focus.name}, ${formatPeriod(selection)}`}
      fileName={`${metric.id}-${from}-${to}${isSmooth ? `-${SMOOTHED_DAYS}-day-average` : ''}`}
      controls={
        <>
          {canSmooth ? (
            <button
              type="button"
              className="button is-plain"
              aria-pressed={isSmooth}
              title={`Each day together with the ${SMOOTHED_DAYS - 1} days before it`}
              onClick={() => changeParams({ smooth: isSmooth ? null : String(SMOOTHED_DAYS) })}
            >
              {SMOOTHED_DAYS}-day average
            </button>
          ) : null}
          <Segments label="Interval" segments={BUCKETS} value={bucket} onChange={(by) => changeParams({ by })} />
        </>
      }
      xIds={buckets}
      xName={bucketName}
      xLabels={xLabels}
      series={series}
      format={metric.format}
      formatTick={metric.formatTick}
      isInverted={metric.isSmallerBetter}
      min={metric.min}
      max={metric.max}
      chosen={chosen}
      onChoose={setChosen}
      onPick={openAnswers}
    />
  );
}
