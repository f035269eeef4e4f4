import { useQueries } from '@tanstack/react-query';
import type { Channel, Schedule } from '../../api/types.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCount } from '../../format.ts';
import { estimateQuery } from './collection-queries.ts';
import { describePrice } from './describe-price.ts';

/** More channels than this are not asked one by one which of them has no known price. */
const MAX_ASKED = 50;

interface EstimateProps {
  estimate: { asks: number; skipped?: number; cost: number; cost_known: boolean };
  /** The channels that are asked. */
  channels: readonly Channel[];
  budget: Schedule['budget'];
}

/** What a run would ask and cost, and whether the budget has something to say about that. */
export function Estimate({ estimate, channels, budget }: EstimateProps) {
  const { asks, skipped = 0, cost, cost_known } = estimate;
  const unknown = useUnknownPrices(channels, { isNeeded: !cost_known });
  const hasLimit = budget.day !== null || budget.month !== null;
  const price = asks === 0 ? null : describePrice({ cost, cost_known });
  return (
    <>
      <p>
        <b>
          {formatCount(asks, 'ask')}
          {price === null ? '' : `, ${price}`}
        </b>
        {skipped > 0 ? `. ${formatCount(skipped, 'more ask')} skipped: the channel does not serve the country` : ''}
      </p>
      {cost_known ? null : (
        <p className="quiet">
          Cost unknown for {unknown.length === 0 ? 'some channels' : joinNames(unknown)}.{' '}
          {hasLimit ? 'With a budget, channels without a known price are not asked. Set a price in the channel.' : ''}
        </p>
      )}
    </>
  );
}

/** The names of the channels whose price is not known. */
function useUnknownPrices(channels: readonly Channel[], { isNeeded }: { isNeeded: boolean }): string[] {
  const { project } = useSelection();
  const asked = isNeeded && channels.length <= MAX_ASKED ? channels : [];
  const estimates = useQueries({
    queries: asked.map(({ id }) => estimateQuery(project, { model_channel_ids: [id] })),
  });
  return asked.filter((_, index) => estimates[index]?.data?.cost_known === false).map(({ name }) => name);
}

function joinNames(names: readonly string[]): string {
  const shown = names.length > 5 ? [...names.slice(0, 4), `${names.length - 4} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
