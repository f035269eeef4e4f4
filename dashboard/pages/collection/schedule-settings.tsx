import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { MAX_REPLICATES } from '../../../src/domain/limits.ts';
import { ask } from '../../api/client.ts';
import { refuseDraft, toProblems } from '../../api/problems.ts';
import { channelsQuery, scheduleQuery } from '../../api/queries.ts';
import type { Schedule } from '../../api/types.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { Switch } from '../../controls/switch.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { toPage } from '../../filters/selection.ts';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { formatDollars } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { BudgetBar } from './budget-bar.tsx';
import { estimateQuery } from './collection-queries.ts';
import { Estimate } from './estimate.tsx';
import { BROWSER_TIME_ZONE, describeMoment, toZoneNote } from './moments.ts';
import { Planner } from './planner.tsx';
import { fromDraft, type ScheduleDraft, toDraft } from './schedule-draft.ts';
import { ScheduleTime } from './schedule-time.tsx';

const FIELDS = ['cron', 'time_zone', 'replicates', 'budget.day', 'budget.month'];

/** When prompts are asked, how often, and what that may cost. */
export function ScheduleSettings() {
  const { selection } = useView();
  const query = useQuery(scheduleQuery(selection.project));
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return query.data ? <ScheduleForm schedule={query.data} /> : <Loading />;
}

function ScheduleForm({ schedule }: { schedule: Schedule }) {
  const { canWrite } = useView();
  const [draft, setDraft] = useState(() => toDraft(schedule, canWrite ? BROWSER_TIME_ZONE : schedule.time_zone));
  const set = (changes: Partial<ScheduleDraft>) => setDraft({ ...draft, ...changes });
  const saving = useAction(async (_: undefined, project) => {
    const { schedule: next, problems: wrong } = fromDraft(draft);
    if (wrong.length > 0) throw refuseDraft(wrong);
    return ask('PUT /schedule', { project_id: project, ...next });
  });
  const problems = toProblems(saving.error, FIELDS);
  const save = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(undefined);
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(toDraft(schedule, schedule.time_zone));
  return (
    <div className="schedule">
      <form onSubmit={save} noValidate>
        <fieldset className="form" disabled={!canWrite}>
          <section className="panel" aria-label="When">
            <div className="panel-head">
              <h2>When</h2>
              <Switch
                label="Ask on a schedule"
                isOn={draft.is_active}
                isDisabled={!canWrite}
                onChange={(is_active) => set({ is_active })}
              />
            </div>
            <ScheduleTime draft={draft} onChange={set} problems={problems} />
            <TextField
              label="Asks per prompt and channel"
              inputMode="numeric"
              value={draft.replicates}
              onChange={(replicates) => set({ replicates })}
              problem={problems.at('replicates')}
              hint={`1 to ${MAX_REPLICATES}. Models answer differently each time: more asks give steadier numbers, and cost more.`}
            />
          </section>
          <section className="panel" aria-label="Budget">
            <h2>Budget</h2>
            <p className="quiet">
              The limits apply to everything this project asks: scheduled runs, manual runs and tests. When one is
              reached, nothing more is asked until the next day or month.
            </p>
            <div className="form-row">
              <TextField
                label="Limit per day (US dollars)"
                inputMode="decimal"
                value={draft.day}
                onChange={(day) => set({ day })}
                placeholder="No limit"
                problem={problems.at('budget.day')}
              />
              <TextField
                label="Limit per month (US dollars)"
                inputMode="decimal"
                value={draft.month}
                onChange={(month) => set({ month })}
                placeholder="No limit"
                problem={problems.at('budget.month')}
              />
            </div>
          </section>
          {problems.rest ? <Failure error={problems.rest} title="The schedule was not saved." /> : null}
          {canWrite ? (
            <div className="form-actions">
              <button type="submit" className="button is-primary" disabled={saving.isPending || !isChanged}>
                {saving.isPending ? 'Saving…' : 'Save'}
              </button>
              <span role="status" className="quiet">
                {saving.isSuccess && !isChanged ? 'Saved.' : ''}
              </span>
            </div>
          ) : null}
        </fieldset>
      </form>
      <div className="schedule-sides">
        <ScheduleSide schedule={schedule} draft={draft} />
        <Planner schedule={schedule} />
      </div>
    </div>
  );
}

/** What the schedule means: the next run, what a run costs, and what is spent. */
function ScheduleSide({ schedule, draft }: { schedule: Schedule; draft: ScheduleDraft }) {
  const { selection } = useView();
  const location = useLocation();
  const { replicates, budget } = fromDraft(draft).schedule;
  const channels = useQuery(channelsQuery(selection.project)).data;
  const isPossible = replicates !== undefined && replicates >= 1 && replicates <= MAX_REPLICATES;
  const estimate = useQuery({
    ...estimateQuery(selection.project, { replicates: replicates ?? 1 }),
    enabled: isPossible,
  }).data;
  const asked = channels?.filter((channel) => channel.ask !== null && channel.is_active) ?? [];
  const { next_run_at, time_zone: timeZone, spent, reserved } = schedule;
  const isTooDear = estimate && budget?.day != null && estimate.cost > budget.day;
  return (
    <aside className="preview schedule-side">
      <h2>Next run</h2>
      <p>
        {next_run_at === null
          ? 'None: the schedule is off.'
          : `${capitalize(describeMoment(new Date(next_run_at), { now: new Date(), timeZone }))}${toZoneNote(timeZone)}`}
      </p>
      {channels && asked.length === 0 ? (
        <p className="notice">
          No channel is on, so nothing will be asked.{' '}
          <Link href={toPage('/collection/channels', location)}>Set up a channel</Link>
        </p>
      ) : null}
      <h2>One run</h2>
      {estimate ? <Estimate estimate={estimate} channels={asked} budget={schedule.budget} /> : <p>–</p>}
      {isTooDear ? (
        <p className="notice">
          One run costs more than {formatDollars(budget.day!)}, the limit per day. It will stop before it is done.
        </p>
      ) : null}
      <h2>Spent</h2>
      <BudgetBar name="Today" spent={spent.day} reserved={reserved} limit={schedule.budget.day} />
      <BudgetBar name="This month" spent={spent.month} reserved={reserved} limit={schedule.budget.month} />
    </aside>
  );
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
