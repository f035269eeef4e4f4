import { Change } from '../../controls/change.tsx';
import { Empty } from '../../controls/notices.tsx';
import { formatCount } from '../../format.ts';
import { METRICS } from '../../metrics.ts';
import { Link } from '../../routing/link.tsx';
import type { Mover } from './find-movers.ts';

const MAX_SHOWN = 7;
const VISIBILITY = METRICS[0]!;

interface MoverListProps {
  movers: readonly Mover[];
  /** What each of them is, such as `prompt`. */
  noun: string;
  toHref(id: string): string;
}

/** Where visibility really changed, each with a link. */
export function MoverList({ movers, noun, toHref }: MoverListProps) {
  if (movers.length === 0) return <NothingToCompare />;
  const changed = movers.filter(({ change }) => change?.significant);
  if (changed.length === 0) return <NoRealChange count={movers.length} noun={noun} />;
  return (
    <ol className="movers">
      {changed.slice(0, MAX_SHOWN).map(({ id, name, row }) => (
        <li key={id}>
          <Link href={toHref(id)}>
            <span className="movers-name">{name}</span>
            <span className="movers-value">
              {VISIBILITY.format(row.previous.visibility)} → {VISIBILITY.format(row.visibility)}
            </span>
            <Change metric={VISIBILITY} now={row} compared={row} hasCounts />
          </Link>
        </li>
      ))}
    </ol>
  );
}

function NoRealChange({ count, noun }: { count: number; noun: string }) {
  return (
    <Empty title="No real change">
      <p>
        {formatCount(count, noun)} compared with the previous period: no visibility changed by more than chance
        explains.
      </p>
    </Empty>
  );
}

export function NothingToCompare() {
  return (
    <Empty title="No data to compare">
      <p>The previous period has no answers. Choose a shorter period.</p>
    </Empty>
  );
}
