import { compareValues } from '../comparison.ts';
import type { Metric } from '../metrics.ts';

/** The difference between two values: an arrow up if it is better, and words for screen readers. */
export function Change({
  metric,
  now,
  before,
}: {
  metric: Metric;
  now: number | undefined;
  before: number | undefined;
}) {
  const change = compareValues(metric, { now, before });
  if (!change) return <span className="change is-none">–</span>;
  if (change.text === null) return <span className="change is-none">{change.words}</span>;
  return (
    <span className={`change ${change.isBetter ? 'is-better' : 'is-worse'}`}>
      <span aria-hidden="true">{change.isBetter ? '▲' : '▼'}</span>
      <span className="visually-hidden">{change.words}</span> {change.text}
    </span>
  );
}
