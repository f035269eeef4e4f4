import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ask } from '../../api/client.ts';
import { channelsQuery, newestChatQuery, promptsQuery, scheduleQuery } from '../../api/queries.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { toPage } from '../../filters/selection.ts';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { formatCount } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { collectionRunsQuery, estimateQuery, runQuery } from '../collection/collection-queries.ts';
import { Estimate } from '../collection/estimate.tsx';
import { RunChannels } from '../collection/run-channels.tsx';
import { RunFailures, RunSummary, useRefreshAtEnd } from '../collection/run-page.tsx';
import { StepActions } from './start-layout.tsx';
import { toStep } from './steps.ts';

/** Asks every prompt for the first time, and leads to the numbers. */
export function RunStep() {
  const { selection } = useView();
  const runs = useQuery(collectionRunsQuery(selection.project, 1));
  const newest = useQuery(newestChatQuery(selection.project));
  const failed = [runs, newest].find(({ error }) => error);
  if (failed) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!runs.data || newest.data === undefined) return <Loading />;
  return <FirstRun run={runs.data.data[0]?.id ?? null} hasAnswers={newest.data !== null} />;
}

function FirstRun({ run: id, hasAnswers: hadAnswers }: { run: string | null; hasAnswers: boolean }) {
  const { selection, canWrite } = useView();
  const { project } = selection;
  const location = useLocation();
  const starting = useAction((_: undefined) => ask('POST /runs', { kind: 'collection', project_id: project }));
  const run = useQuery({ ...runQuery(project, id ?? ''), enabled: id !== null }).data;
  const estimate = useQuery(estimateQuery(project, {})).data;
  useRefreshAtEnd(run);
  const hasAnswers = hadAnswers || (run?.tasks?.done ?? 0) > 0;
  useRefreshAnswers(project, { isNeeded: hasAnswers !== hadAnswers });
  const progress = useRef<HTMLElement>(null);
  const isStarted = starting.isSuccess && id !== null;
  useEffect(() => {
    // The button that had the focus is gone.
    if (isStarted) progress.current?.focus();
  }, [isStarted]);
  const isRunning = run?.state === 'running';
  const canStart = canWrite && !isRunning && estimate !== undefined && estimate.asks > 0;
  return (
    <div className="form start-form is-wide">
      {run ? (
        <section className="form" aria-label="Progress of the run" ref={progress} tabIndex={-1}>
          <RunSummary run={run} />
          {run.channels.length > 0 ? <RunChannels run={run} /> : null}
          <RunFailures run={run} />
        </section>
      ) : null}
      {run || estimate === undefined ? null : <BeforeRun estimate={estimate} />}
      {hasAnswers && !run ? <p className="notice is-good">The project already has answers.</p> : null}
      {starting.error ? <Failure error={starting.error} title="The run was not started." /> : null}
      <StepActions step="run">
        {hasAnswers && !isRunning ? (
          <Link className="button is-primary" href={toPage('/', location)}>
            See your numbers
          </Link>
        ) : null}
        {canStart ? (
          <button
            type="button"
            className={`button${hasAnswers ? '' : ' is-primary'}`}
            disabled={starting.isPending}
            onClick={() => starting.mutate(undefined)}
          >
            {starting.isPending ? 'Starting…' : run ? 'Run again' : 'Start run'}
          </button>
        ) : null}
        {run && !isRunning ? (
          <Link className="button is-plain" href={toPage('/collection/schedule', location)}>
            Ask every day
          </Link>
        ) : null}
        {isRunning ? (
          <Link className="button is-plain" href={toPage('/', location)}>
            Leave it running
          </Link>
        ) : null}
      </StepActions>
    </div>
  );
}

/** A run may end before it was ever seen running. */
function useRefreshAnswers(project: string, { isNeeded }: { isNeeded: boolean }): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isNeeded) void client.invalidateQueries(newestChatQuery(project));
  }, [isNeeded, client, project]);
}

/** What a run would ask and cost, or what is missing. */
function BeforeRun({ estimate }: { estimate: { asks: number; skipped: number; cost: number; cost_known: boolean } }) {
  const { selection } = useView();
  const location = useLocation();
  const { project } = selection;
  const channels = useQuery(channelsQuery(project)).data;
  const prompts = useQuery(promptsQuery(project)).data;
  const schedule = useQuery(scheduleQuery(project)).data;
  if (!channels || !prompts || !schedule) return <Loading />;
  const asked = channels.filter(({ ask: how, is_active }) => how !== null && is_active);
  if (prompts.length === 0) {
    return (
      <p className="notice">
        There is nothing to ask yet: the project has no prompts.{' '}
        <Link href={toStep('prompts', location)}>Add prompts</Link>
      </p>
    );
  }
  if (asked.length === 0) {
    return (
      <p className="notice">
        There is nobody to ask yet: no channel is on.{' '}
        <Link href={toStep('answers', location)}>Choose where answers come from</Link>
      </p>
    );
  }
  return (
    <div className="estimate">
      <p>
        {formatCount(prompts.length, 'prompt')}, {formatCount(asked.length, 'channel')}
      </p>
      <Estimate estimate={estimate} channels={asked} budget={schedule.budget} />
    </div>
  );
}
