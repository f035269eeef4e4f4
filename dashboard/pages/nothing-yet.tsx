import { useQuery } from '@tanstack/react-query';
import { ask } from '../api/client.ts';
import { Empty } from '../controls/notices.tsx';
import { addDays } from '../filters/dates.ts';
import { countChosen, toPage } from '../filters/selection.ts';
import { useSelection } from '../filters/view.tsx';
import { formatDay, formatPeriod } from '../format.ts';
import { Link } from '../routing/link.tsx';
import { changeParams, useLocation } from '../routing/location.ts';

export function NoBrands() {
  const location = useLocation();
  return (
    <Empty title="No brand is tracked yet">
      <p>Add your own brand and the ones you are compared with. Answers that are there already will be read again.</p>
      <Link className="button is-primary" href={toPage('/brands/new', location)}>
        Add a brand
      </Link>
    </Empty>
  );
}

/** No answer is in the selection: says whether that is the filters, the dates, or that there is none at all. */
export function NoAnswers() {
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
    <Empty title={newest.data === null ? 'There are no answers yet' : `No answers here, ${formatPeriod(selection)}`}>
      {newest.data === null ? (
        <p>
          Send the answers of assistants with <code>POST /chats</code> or <code>overheard import</code>; they are read
          as they arrive. <a href="/docs#chats">How to send them</a>
        </p>
      ) : null}
      <p className="empty-ways">
        {chosen > 0 ? (
          <button
            type="button"
            className="button"
            onClick={() => changeParams({ brands: null, channels: null, countries: null, topics: null, tags: null })}
          >
            Clear the filters
          </button>
        ) : null}
        {date && (date < selection.from || date > selection.to) ? (
          <button type="button" className="button" onClick={() => changeParams({ from: addDays(date, -29), to: date })}>
            Show the newest, up to {formatDay(date)}
          </button>
        ) : null}
      </p>
    </Empty>
  );
}
