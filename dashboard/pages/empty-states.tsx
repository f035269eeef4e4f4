import { useQuery } from '@tanstack/react-query';
import { ask } from '../api/client.ts';
import { Empty } from '../controls/notices.tsx';
import { addDays } from '../filters/dates.ts';
import { countChosen, toPage } from '../filters/selection.ts';
import { useSelection } from '../filters/view.tsx';
import { formatDay, formatPeriod } from '../format.ts';
import { Link } from '../routing/link.tsx';
import { changeParams, useLocation } from '../routing/location.ts';

/** A page that has nothing to show without brands. */
export function NoBrands({ title }: { title: string }) {
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <AddFirstBrand />
    </div>
  );
}

export function AddFirstBrand() {
  const location = useLocation();
  return (
    <Empty title="No brands yet">
      <p>Add your own brand and its competitors. Existing answers will be re-analyzed.</p>
      <Link className="button is-primary" href={toPage('/brands/new', location)}>
        Add brand
      </Link>
    </Empty>
  );
}

/** Says why the selection has no data, and offers to clear the filters or to go to the latest answers. */
export function NoAnswers({ noun = 'answers' }: { noun?: string }) {
  const selection = useSelection();
  const chosen = countChosen(selection);
  const newest = useQuery({
    queryKey: ['project', selection.project, 'newest chat'],
    queryFn: async ({ signal }) => {
      const everything = { project_id: selection.project, start_date: '0001-01-01', end_date: '9999-12-31' };
      return (await ask('GET /chats', { ...everything, sort: 'desc', limit: 1 }, { signal })).data[0] ?? null;
    },
  });
  const { date } = newest.data ?? {};
  return (
    <Empty title={newest.data === null ? 'No answers yet' : `No ${noun} for ${formatPeriod(selection)}`}>
      {newest.data === null ? (
        <p>
          Send answers with <code>POST /chats</code> or import a file with <code>overheard import</code>. They are
          analyzed as they arrive. <a href="/docs#chats">API reference</a>
        </p>
      ) : null}
      <p className="empty-actions">
        {chosen > 0 ? (
          <button
            type="button"
            className="button"
            onClick={() => changeParams({ brands: null, channels: null, countries: null, topics: null, tags: null })}
          >
            Clear filters
          </button>
        ) : null}
        {date && (date < selection.from || date > selection.to) ? (
          <button type="button" className="button" onClick={() => changeParams({ from: addDays(date, -29), to: date })}>
            Show the latest answers, up to {formatDay(date)}
          </button>
        ) : null}
      </p>
    </Empty>
  );
}
