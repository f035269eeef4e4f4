import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/client.ts';
import { channelsQuery, promptsQuery, scheduleQuery } from '../../api/queries.ts';
import { ChoiceList } from '../../controls/choice-list.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { Failure, Loading } from '../../controls/notices.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { toPage } from '../../filters/selection.ts';
import { useAction } from '../../filters/use-action.ts';
import { useSelection } from '../../filters/view.tsx';
import { formatCount, formatWhole } from '../../format.ts';
import { toPromptNames } from '../../prompt-names.ts';
import { Link } from '../../routing/link.tsx';
import { navigate, useLocation } from '../../routing/location.ts';
import { estimateQuery } from './collection-queries.ts';
import { Estimate } from './estimate.tsx';

/** Asks all prompts or some of them now, after showing what that would cost. */
export function StartRun({ onClose }: { onClose(): void }) {
  const { project } = useSelection();
  const location = useLocation();
  const [chosenChannels, setChannels] = useState<string[]>([]);
  const [chosenPrompts, setPrompts] = useState<string[]>([]);
  const [replicates, setReplicates] = useState('');
  const channels = useQuery(channelsQuery(project));
  const prompts = useQuery(promptsQuery(project));
  const schedule = useQuery(scheduleQuery(project));
  const basket = {
    ...(chosenChannels.length === 0 ? {} : { model_channel_ids: chosenChannels }),
    ...(chosenPrompts.length === 0 ? {} : { prompt_ids: chosenPrompts }),
    ...(replicates.trim() === '' ? {} : { replicates: Number(replicates) }),
  };
  const estimate = useQuery(estimateQuery(project, basket));
  const starting = useAction(
    (_: undefined) => ask('POST /runs', { kind: 'collection', project_id: project, ...basket }),
    {
      onDone: ({ id }) => navigate(toPage(`/collection/runs/${id}`, location)),
    },
  );
  const askable = channels.data?.filter((channel) => channel.ask !== null) ?? [];
  const asked = askable.filter(({ id, is_active }) =>
    chosenChannels.length === 0 ? is_active : chosenChannels.includes(id),
  );
  const isEmpty = estimate.data !== undefined && estimate.data.asks + estimate.data.skipped === 0;
  return (
    <Dialog title="Run now" onClose={onClose}>
      {channels.data && prompts.data && schedule.data ? (
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            starting.mutate(undefined);
          }}
        >
          <details className="fold">
            <summary>
              {chosenChannels.length === 0
                ? `All channels that are on (${formatWhole(asked.length)})`
                : formatCount(chosenChannels.length, 'channel')}
              {', '}
              {chosenPrompts.length === 0
                ? `all prompts (${formatWhole(prompts.data.length)})`
                : formatCount(chosenPrompts.length, 'prompt')}
            </summary>
            <div className="form">
              <div className="field">
                <span>Channels</span>
                <div className="country-choice">
                  <ChoiceList
                    label="Channels"
                    choices={askable.map(({ id, name, is_active }) => ({
                      id,
                      name: is_active ? name : `${name} (off)`,
                    }))}
                    chosen={chosenChannels}
                    onChange={setChannels}
                  />
                </div>
              </div>
              <div className="field">
                <span>Prompts</span>
                <div className="country-choice">
                  <ChoiceList
                    label="Prompts"
                    choices={[...toPromptNames(prompts.data)].map(([id, name]) => ({ id, name }))}
                    chosen={chosenPrompts}
                    onChange={setPrompts}
                  />
                </div>
              </div>
              <TextField
                label="Asks per prompt and channel"
                inputMode="numeric"
                value={replicates}
                onChange={setReplicates}
                placeholder={String(schedule.data.replicates)}
                hint="1 to 20. Default: the schedule’s value."
              />
            </div>
          </details>
          <div className="estimate" aria-live="polite">
            {estimate.error ? <Failure error={estimate.error} title="The estimate could not be made." /> : null}
            {isEmpty ? <NothingToAsk hasPrompts={prompts.data.length > 0} isAnySetUp={askable.length > 0} /> : null}
            {estimate.data && !isEmpty && !estimate.error ? (
              <Estimate estimate={estimate.data} channels={asked} budget={schedule.data.budget} />
            ) : null}
          </div>
          {starting.error ? <Failure error={starting.error} title="The run was not started." /> : null}
          <div className="form-actions">
            <button
              type="submit"
              className="button is-primary"
              disabled={!estimate.data || isEmpty || Boolean(estimate.error) || starting.isPending}
            >
              {starting.isPending ? 'Starting…' : 'Start run'}
            </button>
            <button type="button" className="button is-plain" onClick={onClose}>
              Cancel
            </button>
          </div>
        </form>
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

function NothingToAsk({ hasPrompts, isAnySetUp }: { hasPrompts: boolean; isAnySetUp: boolean }) {
  const location = useLocation();
  if (!isAnySetUp) {
    return (
      <p>
        There is nothing to ask: no channel is set up.{' '}
        <Link href={toPage('/collection/channels/new', location)}>Add a channel</Link>
      </p>
    );
  }
  if (!hasPrompts) {
    return (
      <p>
        There is nothing to ask: the project has no prompts.{' '}
        <Link href={toPage('/prompts', location)}>Add prompts</Link>
      </p>
    );
  }
  return <p>There is nothing to ask: every channel is off. Choose one above, or switch one on.</p>;
}
