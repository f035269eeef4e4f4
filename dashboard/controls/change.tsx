import type { BrandRow } from '../api/types.ts';
import { compareRow } from '../comparison.ts';
import { formatCount, formatWhole } from '../format.ts';
import type { Metric } from '../metrics.ts';

interface ChangeProps {
  metric: Metric;
  now: BrandRow;
  /** The same row of a compared report; undefined while it loads. */
  compared: BrandRow | undefined;
  /** Whether there is room for the number of answers; otherwise it is in the tooltip. */
  hasCounts?: boolean;
}

/** The change from the period before: an arrow only if it is more than chance, words for screen readers, and the numbers of answers. */
export function Change({ metric, now, compared, hasCounts = false }: ChangeProps) {
  const change = compareRow(metric, compared);
  if (!change) {
    return (
      <span className="change is-none" title={compared ? 'Nothing to compare in the previous period' : undefined}>
        –{hasCounts ? <small className="change-counts">n = {formatWhole(metric.count(now))}</small> : null}
      </span>
    );
  }
  const { text, isBetter, words, range, counts } = change;
  const basis = `${formatCount(counts.now, 'answer')}, ${formatWhole(counts.before)} in the previous period.`;
  return (
    <span
      className={`change ${text === null ? 'is-none' : isBetter ? 'is-better' : 'is-worse'}`}
      title={range === null ? basis : `${range} ${basis}`}
    >
      {text === null ? (
        words
      ) : (
        <span>
          <span aria-hidden="true">{isBetter ? '▲' : '▼'}</span>
          <span className="visually-hidden">{words}</span> {text}
        </span>
      )}
      {hasCounts ? (
        <small className="change-counts">
          n = {formatWhole(counts.before)} → {formatWhole(counts.now)}
        </small>
      ) : null}
    </span>
  );
}
