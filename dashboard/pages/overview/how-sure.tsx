import type { BrandRow } from '../../api/types.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { toPage } from '../../filters/selection.ts';
import { useView } from '../../filters/view.tsx';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { describeBasis } from './describe-interval.ts';
import { explainIntervals } from './explain-intervals.ts';
import type { useIntervals } from './use-intervals.ts';

interface HowSureProps {
  sureness: ReturnType<typeof useIntervals>;
  /** The figures that are explained. */
  row: BrandRow;
}

/** Explains in plain words how sure the key figures are, and when not to trust that. */
export function HowSure({ sureness, row }: HowSureProps) {
  return (
    <details className="fold how-sure">
      <summary>How sure is this?</summary>
      <Answer sureness={sureness} row={row} />
    </details>
  );
}

function Answer({ sureness: { intervals, error, refetch }, row }: HowSureProps) {
  const { isShared } = useView();
  const location = useLocation();
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (!intervals) return <Loading />;
  const { cause, ranges, doubts } = explainIntervals(intervals, row);
  return (
    <div className="how-sure-parts">
      <section>
        <h2>What the numbers come from</h2>
        <p>{describeBasis(intervals)}</p>
        <p>{cause}</p>
      </section>
      <section>
        <h2>With 95% confidence</h2>
        <ul>
          {ranges.map((range) => (
            <li key={range}>{range}</li>
          ))}
        </ul>
        <p>
          A change can be real even if it is smaller than these ranges, because it compares the same prompts in both
          periods: differences between prompts cancel out.
        </p>
        {isShared ? null : (
          <p>
            <Link href={toPage('/collection/schedule', location)}>Plan for more precision</Link>
          </p>
        )}
      </section>
      <section>
        <h2>When not to trust it</h2>
        <ul>
          {doubts.map((doubt) => (
            <li key={doubt}>{doubt}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
