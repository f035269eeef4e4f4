import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { brandReportQuery } from '../../api/queries.ts';
import type { Brand, BrandRow } from '../../api/types.ts';
import { ChartPanel } from '../../charts/chart-panel.tsx';
import type { Series } from '../../charts/line-chart.tsx';
import { Failure, Loading } from '../../controls/notices.tsx';
import { Segments } from '../../controls/segments.tsx';
import { type Bucket, listBuckets, suggestBucket, toBucketPeriod } from '../../filters/dates.ts';
import { toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatBucket, formatMonth, formatShortDay } from '../../format.ts';
import type { Metric } from '../../metrics.ts';
import { changeParams, navigate, useLocation } from '../../routing/location.ts';

/** More lines than this cannot be told apart. */
const DRAWN = 6;

const BUCKETS: readonly { value: Bucket; label: string; name: string }[] = [
  { value: 'date', label: 'Day', name: 'Date' },
  { value: 'week', label: 'Week', name: 'Week' },
  { value: 'month', label: 'Month', name: 'Month' },
];

interface TrendProps {
  brands: readonly Brand[];
  rows: readonly BrandRow[];
  focus: Brand;
  metric: Metric;
}

/** One metric over time for the chosen brands, or for the own one and the most visible. */
export function Trend({ brands, rows, focus, metric }: TrendProps) {
  const selection = useSelection();
  const location = useLocation();
  const asked = location.params.get('by');
  const { value: bucket, name: placeName } =
    BUCKETS.find(({ value }) => value === asked) ?? BUCKETS.find(({ value }) => value === suggestBucket(selection))!;
  const drawn = toDrawn({ chosen: selection.brands, rows, focus });
  const query = useQuery(
    brandReportQuery(selection, {
      dimensions: [bucket],
      filters: [{ field: 'brand_id', operator: 'in', values: drawn }],
    }),
  );
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
  const places = buckets.map((date) => ({
    short: bucket === 'month' ? formatMonth(date) : formatShortDay(date),
    long: formatBucket(date, bucket),
  }));
  const open = (place: number) => {
    const period = toBucketPeriod(buckets[place]!, { bucket, period: selection });
    navigate(toPage('/answers', location, { ...period, mentions: focus.id }));
  };
  return (
    <ChartPanel
      title={`${metric.name} over time`}
      fileName={`${metric.id}-${from}-${to}`}
      controls={
        <Segments
          label="Points of the line"
          segments={BUCKETS}
          value={bucket}
          onChange={(by) => changeParams({ by }, { replace: true })}
        />
      }
      placeIds={buckets}
      placeName={placeName}
      places={places}
      series={series}
      format={metric.format}
      formatTick={metric.formatTick}
      isInverted={metric.isSmallerBetter}
      least={metric.least}
      most={metric.most}
      onPick={open}
    />
  );
}

function toDrawn({
  chosen,
  rows,
  focus,
}: {
  chosen: readonly string[];
  rows: readonly BrandRow[];
  focus: Brand;
}): string[] {
  if (chosen.length > 0) return chosen.slice(0, 2 * DRAWN);
  const visible = rows.map(({ brand }) => brand.id).filter((id) => id !== focus.id);
  return [focus.id, ...visible.slice(0, DRAWN - 1)];
}
