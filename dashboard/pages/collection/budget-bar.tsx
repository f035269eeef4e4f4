import { formatDollars } from '../../format.ts';

interface BudgetBarProps {
  name: string;
  spent: number;
  /** Set aside for asks in flight. */
  reserved: number;
  /** null for none. */
  limit: number | null;
}

/** How much of a limit is spent and reserved. */
export function BudgetBar({ name, spent, reserved, limit }: BudgetBarProps) {
  const toWidth = (amount: number) => `${limit ? Math.min(100, (amount / limit) * 100) : 0}%`;
  return (
    <div className="budget">
      <p>
        <b>{name}:</b> {formatDollars(spent)}
        {limit === null ? ', no limit' : ` of ${formatDollars(limit)}`}
        {reserved > 0 ? <span className="quiet">, {formatDollars(reserved)} reserved</span> : null}
      </p>
      {limit === null ? null : (
        <div className="budget-bar" data-full={spent + reserved >= limit} aria-hidden="true">
          <span style={{ width: toWidth(spent) }} />
          <span className="is-reserved" style={{ width: toWidth(reserved) }} />
        </div>
      )}
    </div>
  );
}
