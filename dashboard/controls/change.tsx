import type { BrandRow } from '../api/types.ts';
import { compareRows } from '../comparison.ts';
import { formatCount, formatWhole } from '../format.ts';
import type { Metric } from '../metrics.ts';

interface ChangeProps {
  metric: Metric;
  now: BrandRow;
  before: BrandRow | undefined;
  /** Whether there is room for the number of answers; otherwise it is in the tooltip. */
  hasCounts?: boolean;
}

/** The change from the period before: an arrow up if it is better, words for screen readers, and how many answers it comes from. */
export function Change({ metric, now, before, hasCounts = false }: ChangeProps) {
  const change = compareRows(metric, { now, before });
  if (!change) {
    return (
      <span className="change is-none" title="No data in the previous period">
        –{hasCounts ? <small className="change-counts">n = {formatWhole(metric.count(now))}</small> : null}
      </span>
    );
  }
  const { text, isBetter, words, counts } = change;
  return (
    <span
      className={`change ${text === null ? 'is-none' : isBetter ? 'is-better' : 'is-worse'}`}
      title={`${formatCount(counts.now, 'answer')}, ${formatWhole(counts.before)} in the previous period`}
    >
      {text === null ? (
        words
      ) : (
        <>
          <span aria-hidden="true">{isBetter ? '▲' : '▼'}</span>
          <span className="visually-hidden">{words}</span> {text}
        </>
      )}
      {hasCounts ? (
        <small className="change-counts">
          n = {formatWhole(counts.before)} → {formatWhole(counts.now)}
        </small>
      ) : null}
    </span>
  );
}
