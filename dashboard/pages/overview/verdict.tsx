import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from '../../api/queries.ts';
import type { Brand } from '../../api/types.ts';
import { useAfterPaint } from '../../controls/use-after-paint.ts';
import { toFilters } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';

/** Where the own brand stands, in a sentence or two: about all answers, so that nothing is said where filters choose some. */
export function Verdict({ focus, warnings }: { focus: Brand; warnings: readonly string[] }) {
  const selection = useSelection();
  const isWanted = focus.is_own && toFilters(selection).length === 0;
  const isPainted = useAfterPaint();
  const { data } = useQuery({ ...overviewQuery(selection), enabled: isWanted && isPainted });
  const message = data?.own && data.own.brand.id !== focus.id ? '' : data?.message;
  return (
    <>
      {/* While it loads, its line is kept free: nothing moves when it comes. */}
      {isWanted ? <p className="verdict">{message ?? '\u00a0'}</p> : null}
      {warnings.length > 0 ? <p className="quiet">{warnings.join(' ')}</p> : null}
    </>
  );
}
