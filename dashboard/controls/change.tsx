import type { Metric } from '../metrics.ts';

/** The difference between two values with its direction, also in words for screen readers. */
export function Change({
  metric,
  now,
  before,
}: {
  metric: Metric;
  now: number | undefined;
  before: number | undefined;
}) {
  if (now === undefined || before === undefined) return <span className="change is-none">–</span>;
  const change = now - before;
  const text = metric.formatChange(change);
  if (text === metric.formatChange(0)) return <span className="change is-none">no change</span>;
  const isBetter = change > 0 !== metric.isSmallerBetter;
  return (
    <span className={`change ${isBetter ? 'is-better' : 'is-worse'}`}>
      <span aria-hidden="true">{change > 0 ? '▲' : '▼'}</span>
      <span className="visually-hidden">{change > 0 ? 'up' : 'down'}</span> {text}
    </span>
  );
}
