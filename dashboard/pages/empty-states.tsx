import { useQuery } from '@tanstack/react-query';
import { channelsQuery, newestChatQuery, promptsQuery, scheduleQuery } from '../api/queries.ts';
import { Empty } from '../controls/notices.tsx';
import { addDays } from '../filters/dates.ts';
import { countChosen, toPage } from '../filters/selection.ts';
import { useSelection, useView } from '../filters/view.tsx';
import { formatDay, formatPeriod } from '../format.ts';
import { Link } from '../routing/link.tsx';
import { changeParams, useLocation } from '../routing/location.ts';
import { describeFirstAsk } from './collection/first-ask.ts';
import { toStep } from './start/steps.ts';

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
  if (useView().isShared) return <Empty title="No brands yet" />;
  return (
    <Empty title="No brands yet">
      <p>Add your own brand and its competitors. Existing answers will be re-analyzed.</p>
      <p className="empty-actions">
        <Link className="button is-primary" href={toStep('brand', location)}>
          Set up your brand
        </Link>
        <Link className="button" href={toPage('/import/brands', location)}>
          Import a file
        </Link>
      </p>
    </Empty>
  );
}

interface NoAnswersProps {
  noun?: string;
  /** Whether the page says already how a project gets its first answers. */
  isGuided?: boolean;
}

/** Says why the selection has no data, and offers to clear the filters or to go to the latest answers. */
export function NoAnswers({ noun = 'answers', isGuided = false }: NoAnswersProps) {
  const { selection, isShared } = useView();
  const chosen = countChosen(selection);
  const newest = useQuery(newestChatQuery(selection.project));
  if (newest.data === null && isGuided) return null;
  const { date } = newest.data ?? {};
  return (
    <Empty title={newest.data === null ? 'No answers yet' : `No ${noun} for ${formatPeriod(selection)}`}>
      {newest.data === null && !isShared ? <FirstAnswers /> : null}
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

/** How a project gets its first answers. */
function FirstAnswers() {
  const { project } = useSelection();
  const location = useLocation();
  const prompts = useQuery(promptsQuery(project)).data;
  const channels = useQuery(channelsQuery(project)).data;
  const schedule = useQuery(scheduleQuery(project)).data;
  const isSetUp = channels?.some(({ ask: how }) => how !== null) ?? false;
  if (!prompts || !channels || !schedule) return null;
  return (
    <>
      <p>
        {prompts.length === 0
          ? 'Add the prompts that your customers ask AI assistants, and set up a channel that answers them.'
          : `Your prompts ${describeFirstAsk({ channels, schedule, now: new Date() }).text}`}
      </p>
      <p className="empty-actions">
        {prompts.length === 0 ? (
          <Link className="button is-primary" href={toStep('prompts', location)}>
            Add prompts
          </Link>
        ) : null}
        <Link
          className={`button${prompts.length === 0 ? '' : ' is-primary'}`}
          href={toStep(isSetUp ? 'run' : 'answers', location)}
        >
          {isSetUp ? 'Start a run' : 'Choose where answers come from'}
        </Link>
        <Link className="button" href={toPage('/import/answers', location)}>
          Import a file
        </Link>
      </p>
      <p>
        You can also send answers with <code>POST /chats</code>.{' '}
        <a href="/docs/reference#create_chats">API reference</a>
      </p>
    </>
  );
}
