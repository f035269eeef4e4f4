import type { Brand, BrandRow } from '../../api/types.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { Change } from '../../controls/change.tsx';
import { PartsBar } from '../../controls/parts-bar.tsx';
import { formatPercent } from '../../format.ts';
import { METRICS, type Metric } from '../../metrics.ts';
import { changeParams } from '../../routing/location.ts';
import { describeInterval } from './describe-interval.ts';
import { HowSure } from './how-sure.tsx';
import { useIntervals } from './use-intervals.ts';
import { useTrend } from './use-trend.ts';

interface FiguresProps {
  rows: readonly BrandRow[];
  focus: Brand;
  now: BrandRow;
  /** The same row of a compared report; undefined while it loads. */
  compared: BrandRow | undefined;
  /** The metric in the chart below. */
  metric: Metric;
  /** The prompt whose answers count; without it, all do. */
  prompt?: string;
}

/** The current values of all metrics, with how they developed and how many answers they come from. A click on one shows its trend. */
export function Figures({ rows, focus, now, compared, metric: shown, prompt }: FiguresProps) {
  const { readLine } = useTrend(rows, focus, { prompt });
  const sureness = useIntervals(focus, prompt);
  return (
    <>
      <section className="figures" aria-label="Key figures">
        {METRICS.map((metric) => {
          const value = metric.read(now);
          const parts = metric.divide?.(now) ?? [];
          const interval = describeInterval(metric, sureness.intervals);
          return (
            <button
              key={metric.id}
              type="button"
              className="figure"
              aria-pressed={metric.id === shown.id}
              title={interval ? `${metric.description} ${interval.words}` : metric.description}
              onClick={() => changeParams({ metric: metric.id })}
            >
              <span className="figure-name">{metric.name}</span>
              <span className="figure-number">
                <span className="figure-value">{value === undefined ? '–' : metric.format(value)}</span>{' '}
                {interval ? <small className="figure-margin">{interval.margin}</small> : null}
              </span>
              <Sparkline
                values={readLine(metric, focus.id).map(({ value: point }) => point)}
                isInverted={metric.isSmallerBetter}
              />
              <Change metric={metric} now={now} compared={compared} hasCounts />
              {parts.length > 0 ? (
                <span className="figure-parts">
                  <PartsBar parts={parts} />
                  {parts.map(({ name, share }) => (
                    <span key={name}>
                      <b>{formatPercent(share)}</b> {name}
                    </span>
                  ))}
                </span>
              ) : null}
            </button>
          );
        })}
      </section>
      <HowSure sureness={sureness} row={now} />
    </>
  );
}
