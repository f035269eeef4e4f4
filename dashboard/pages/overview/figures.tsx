import type { BrandRow } from '../../api/types.ts';
import { Change } from '../../controls/change.tsx';
import { METRICS, type Metric } from '../../metrics.ts';
import { changeParams } from '../../routing/location.ts';

interface FiguresProps {
  now: BrandRow;
  before: BrandRow | undefined;
  /** The metric in the chart below. */
  metric: Metric;
}

/** The current values of all metrics. A click on one shows its trend. */
export function Figures({ now, before, metric: shown }: FiguresProps) {
  return (
    <section className="figures" aria-label="Key figures">
      {METRICS.map((metric) => {
        const value = metric.read(now);
        return (
          <button
            key={metric.id}
            type="button"
            className="figure"
            aria-pressed={metric.id === shown.id}
            title={metric.description}
            onClick={() => changeParams({ metric: metric.id })}
          >
            <span className="figure-name">{metric.name}</span>
            <span className="figure-value">{value === undefined ? '–' : metric.format(value)}</span>
            <Change metric={metric} now={now} before={before} hasCounts />
          </button>
        );
      })}
    </section>
  );
}
