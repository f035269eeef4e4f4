import { Change } from '../../controls/change.tsx';
import { Empty } from '../../controls/notices.tsx';
import { METRICS } from '../../metrics.ts';
import { Link } from '../../routing/link.tsx';
import type { Mover } from './find-movers.ts';

const MAX_SHOWN = 7;
const VISIBILITY = METRICS[0]!;

/** Where visibility changed most, each with a link. */
export function MoverList({ movers, toHref }: { movers: readonly Mover[]; toHref(id: string): string }) {
  if (movers.length === 0) return <NothingToCompare />;
  return (
    <ol className="movers">
      {movers.slice(0, MAX_SHOWN).map(({ id, name, now, before }) => (
        <li key={id}>
          <Link href={toHref(id)}>
            <span className="movers-name">{name}</span>
            <span className="movers-value">
              {VISIBILITY.format(before.visibility)} → {VISIBILITY.format(now.visibility)}
            </span>
            <Change metric={VISIBILITY} now={now} before={before} hasCounts />
          </Link>
        </li>
      ))}
    </ol>
  );
}

export function NothingToCompare() {
  return (
    <Empty title="No data to compare">
      <p>The previous period has no answers. Choose a shorter period.</p>
    </Empty>
  );
}
