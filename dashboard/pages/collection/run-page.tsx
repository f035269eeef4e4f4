import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ask } from '../../api/client.ts';
import { isNotFound } from '../../api/problems.ts';
import { scheduleQuery } from '../../api/queries.ts';
import type { RunDetails } from '../../api/types.ts';
import { Icon } from '../../controls/icon.tsx';
import { Failure, Loading } from '../../controls/notices.tsx';
import { toPage } from '../../filters/selection.ts';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { formatCount, formatDateTime, formatDuration, formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { runQuery } from './collection-queries.ts';
import { explainFailure } from './failure-advice.ts';
import { toDay } from './moments.ts';
import { RunChannels } from './run-channels.tsx';
import { formatCost, RunBar, StateChip, toProgress, toTriggerName } from './run-state.tsx';
import { RunTasks } from './run-tasks.tsx';

/** One run: how far it is, what came of it, and why something failed. */
export function RunPage({ id }: { id: string }) {
  const { selection } = useView();
  const location = useLocation();
  const query = useQuery(runQuery(selection.project, id));
  const [isListing, setListing] = useState(false);
  useRefreshAtEnd(query.data);
  if (query.error) {
    const isMissing = isNotFound(query.error);
    const title = isMissing ? 'Run not found.' : 'The run could not be loaded.';
    const retry = isMissing ? {} : { onRetry: () => void query.refetch() };
    return <Failure error={query.error} title={title} {...retry} />;
  }
  if (!query.data) return <Loading />;
  const run = query.data;
  return (
    <div className="page">
      <Link href={toPage('/collection/runs', location)} className="button is-plain back">
        <Icon name="left" /> All runs
      </Link>
      <header className="page-head">
        <h1>Run of {formatDateTime(run.started_at)}</h1>
        <RunActions run={run} />
      </header>
      <RunSummary run={run} />
      {/* While a run is under way, nothing above the channels appears and moves them. */}
      {run.state === 'running' ? null : <RunFailures run={run} />}
      {run.channels.length > 0 ? <RunChannels run={run} /> : null}
      {run.state === 'running' ? <RunFailures run={run} /> : null}
      <section className="panel" aria-label="Asks">
        <p>
          <button type="button" className="button" aria-expanded={isListing} onClick={() => setListing(!isListing)}>
            {isListing ? 'Hide the asks' : `Show ${formatCount(run.total, 'ask')}`}
          </button>
        </p>
        {isListing ? <RunTasks run={run} /> : null}
      </section>
    </div>
  );
}

/** When a run ends, reports have new answers. */
export function useRefreshAtEnd(run: RunDetails | undefined): void {
  const { selection } = useView();
  const client = useQueryClient();
  const wasRunning = useRef(false);
  const isRunning = run?.state === 'running';
  useEffect(() => {
    if (wasRunning.current && !isRunning) void client.invalidateQueries({ queryKey: ['project', selection.project] });
    wasRunning.current = isRunning;
  }, [isRunning, client, selection.project]);
}

function RunActions({ run }: { run: RunDetails }) {
  const { canWrite } = useView();
  const location = useLocation();
  const cancelling = useAction((_: undefined, project) =>
    ask('POST /runs/{id}/cancel', { id: run.id, project_id: project }),
  );
  const retrying = useAction((_: undefined, project) =>
    ask('POST /runs/{id}/retry', { id: run.id, project_id: project }),
  );
  const answers = useAnswersLink(run);
  const { tasks, state } = run;
  const canRetry =
    state !== 'running' && tasks !== null && (tasks.failed > 0 || (state !== 'done' && tasks.skipped > 0));
  return (
    <div className="form-actions">
      {answers && run.total > 0 ? (
        <Link className="button" href={toPage('/answers', location, answers)}>
          Show the answers
        </Link>
      ) : null}
      {canWrite && state === 'running' ? (
        <button
          type="button"
          className="button is-danger"
          disabled={cancelling.isPending}
          onClick={() => cancelling.mutate(undefined)}
        >
          Cancel run
        </button>
      ) : null}
      {canWrite && canRetry ? (
        <button
          type="button"
          className="button"
          disabled={retrying.isPending}
          onClick={() => retrying.mutate(undefined)}
        >
          Retry
        </button>
      ) : null}
      {cancelling.error ? <Failure error={cancelling.error} title="The run was not cancelled." /> : null}
      {retrying.error ? <Failure error={retrying.error} title="The run was not retried." /> : null}
    </div>
  );
}

/** The days and channels of a run's answers, as the answers page selects them. */
function useAnswersLink({ started_at, finished_at, channels }: RunDetails) {
  const { selection } = useView();
  const timeZone = useQuery(scheduleQuery(selection.project)).data?.time_zone;
  if (timeZone === undefined) return undefined;
  return {
    from: toDay(new Date(started_at), timeZone),
    to: toDay(finished_at === null ? new Date() : new Date(finished_at), timeZone),
    channels: channels.map(({ id }) => id).join(','),
    ...{ brands: null, countries: null, topics: null, tags: null },
  };
}

export function RunSummary({ run }: { run: RunDetails }) {
  const { tasks, state, started_at, finished_at } = run;
  const counts = tasks ?? { queued: 0, running: 0, done: 0, failed: 0, skipped: 0 };
  return (
    <section className="run-summary" aria-label="Summary">
      <p className="run-summary-state">
        <StateChip run={run} /> <span className="quiet">{toTriggerName(run)}</span>
        <span>{state === 'running' ? `${toProgress(run)} asked` : run.message}</span>
      </p>
      <RunBar run={run} />
      <dl className="run-figures">
        <Figure name="Answers" value={formatWhole(counts.done)} />
        <Figure name="Failed" value={formatWhole(counts.failed)} />
        <Figure name="Skipped" value={formatWhole(counts.skipped)} />
        <Figure name="Waiting" value={formatWhole(counts.queued + counts.running)} />
        <Figure name="Cost" value={formatCost(run.cost)} />
        <Figure
          name="Duration"
          value={finished_at === null ? '–' : formatDuration(Date.parse(finished_at) - Date.parse(started_at))}
        />
      </dl>
      <p className="visually-hidden" role="status">
        {describeProgress(run)}
      </p>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** For screen readers: changes only at every quarter, so that it does not interrupt all the time. */
function describeProgress({ state, done, total, message }: RunDetails): string {
  if (state !== 'running') return message;
  const quarters = total === 0 ? 0 : Math.floor((done / total) * 4);
  return `The run is under way: ${quarters * 25}% done.`;
}

export function RunFailures({ run: { failures, state } }: { run: RunDetails }) {
  if (failures.length === 0 && state !== 'stopped') return null;
  return (
    <section className="panel" aria-label="What went wrong">
      <h2>What went wrong</h2>
      <ul className="run-failures">
        {state === 'stopped' ? <FailureGroup reason="budget" count={null} example={null} /> : null}
        {failures.map(({ reason, count, example }) => (
          <FailureGroup key={reason} reason={reason} count={count} example={example} />
        ))}
      </ul>
    </section>
  );
}

function FailureGroup({ reason, count, example }: { reason: string; count: number | null; example: string | null }) {
  const location = useLocation();
  const { problem, advice } = explainFailure(reason);
  return (
    <li>
      <p>
        <strong>{problem}</strong> {count === null ? '' : `${formatCount(count, 'ask')} failed.`}
      </p>
      <p>
        {advice}{' '}
        {reason === 'budget' ? <Link href={toPage('/collection/schedule', location)}>Change the budget</Link> : null}
      </p>
      {example === null ? null : <p className="failure-message">{example}</p>}
    </li>
  );
}
