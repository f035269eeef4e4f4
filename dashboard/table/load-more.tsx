import { formatWhole } from '../format.ts';

interface LoadMoreProps {
  /** How many rows are shown, of how many. */
  shown: number;
  total: number;
  isBusy: boolean;
  onMore(): void;
}

/** Below a table that shows only the first rows; nothing where it shows all. */
export function LoadMore({ shown, total, isBusy, onMore }: LoadMoreProps) {
  if (shown >= total) return null;
  return (
    <p className="table-more">
      {formatWhole(shown)} of {formatWhole(total)}
      <button type="button" className="button" disabled={isBusy} onClick={onMore}>
        Load more
      </button>
    </p>
  );
}
