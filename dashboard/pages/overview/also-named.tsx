import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { brandSuggestionsQuery } from '../../api/queries.ts';
import { toChatFilters, toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCount, formatPercent, formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';

const MAX_SHOWN = 5;

/** The brands that assistants name most often and nobody tracks, in one line. */
export function AlsoNamed() {
  const selection = useSelection();
  const location = useLocation();
  const filters = toChatFilters(selection);
  const { data } = useQuery(brandSuggestionsQuery(selection.project, { limit: MAX_SHOWN, ...filters }));
  // It is only a hint, so nothing is said where there is none or it cannot be loaded.
  if (!data || data.total_count === 0) return null;
  return (
    <p className="also-named">
      Assistants also name{' '}
      {data.data.map(({ id, name, share, chat_count }, index) => (
        <Fragment key={id}>
          {index === 0 ? '' : ', '}
          <strong>{name}</strong>{' '}
          <span className="quiet">
            ({formatPercent(share)}, {formatCount(chat_count, 'answer')})
          </span>
        </Fragment>
      ))}
      {data.total_count > data.data.length ? ` and ${formatWhole(data.total_count - data.data.length)} more` : ''}.{' '}
      <Link href={toPage('/brands', location, { show: 'suggestions' })}>See them</Link>
    </p>
  );
}
