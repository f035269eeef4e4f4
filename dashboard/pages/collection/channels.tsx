import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from '../../api/client.ts';
import { channelsQuery } from '../../api/queries.ts';
import type { Channel } from '../../api/types.ts';
import { Icon } from '../../controls/icon.tsx';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { Switch } from '../../controls/switch.tsx';
import { toPage } from '../../filters/selection.ts';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { formatCountry, formatTime, formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { toStep } from '../start/steps.ts';
import { describeAsk } from './describe-ask.ts';
import { explainFailure } from './failure-advice.ts';
import { OwnModels } from './own-models.tsx';

/** Longer lists can be searched. */
const MAX_WITHOUT_SEARCH = 8;
/** A pause lasts a minute. */
const POLL_PAUSED_MS = 15_000;

const COUNTRY_NOTES: Record<Channel['country'], string> = {
  native: "The provider is told the prompt's country",
  coordinates: "The provider is told the coordinates of the country's capital",
  template: "The prompt's country is part of the request",
  none: "The provider is not told the prompt's country",
};

type SetUpChannel = Channel & { ask: NonNullable<Channel['ask']> };

/** The channels that Overheard asks, and the way to add one. */
export function Channels() {
  const { selection, canWrite } = useView();
  const location = useLocation();
  const [search, setSearch] = useState('');
  const query = useQuery({
    ...channelsQuery(selection.project),
    refetchInterval: ({ state }) =>
      state.data?.some(({ paused_until }) => paused_until !== null) ? POLL_PAUSED_MS : false,
  });
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const channels = query.data.filter((channel): channel is SetUpChannel => channel.ask !== null);
  const words = search.trim().toLowerCase();
  const found = channels.filter(({ name, ask: how }) =>
    [name, ...describeAsk(how)].join(' ').toLowerCase().includes(words),
  );
  const add = canWrite ? (
    <Link className="button is-primary" href={toPage('/collection/channels/new', location)}>
      <Icon name="plus" /> Add a channel
    </Link>
  ) : null;
  return (
    <>
      {channels.length === 0 ? (
        <Empty title="No channel is set up">
          <p>
            A channel is a model and the way Overheard asks it: with your key for OpenAI, Anthropic, Google and others,
            on a server of your own, or through a service. Once a channel is on, every run asks it all your prompts.
          </p>
          <p className="empty-actions">
            {add}
            {canWrite ? (
              <Link className="button" href={toStep('answers', location)}>
                Other ways to get answers
              </Link>
            ) : null}
          </p>
        </Empty>
      ) : (
        <section className="panel" aria-label="Channels">
          <div className="table-tools">
            {channels.length > MAX_WITHOUT_SEARCH ? (
              <input
                type="search"
                className="table-search"
                aria-label="Search channels"
                placeholder="Search channels"
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
            ) : null}
            <p className="quiet">
              {formatWhole(channels.filter(({ is_active }) => is_active).length)} of {formatWhole(channels.length)} on
            </p>
            <span className="table-export">{add}</span>
          </div>
          <ul className="channels">
            {found.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} />
            ))}
            {found.length === 0 ? <li className="quiet">No matches.</li> : null}
          </ul>
        </section>
      )}
      <OwnModels />
    </>
  );
}

function ChannelRow({ channel }: { channel: SetUpChannel }) {
  const { canWrite } = useView();
  const location = useLocation();
  // The switch moves at once, and stays so until the service has answered and the list is fetched again.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const switching = useAction((is_active: boolean, project) =>
    ask('PATCH /model-channels/{id}', { id: channel.id, project_id: project, is_active }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is that the list has a new value.
  useEffect(() => setChosen(null), [channel.is_active]);
  const { id, name, unsupported_country_codes: unsupported } = channel;
  return (
    <li>
      <div className="channel-text">
        <Link className="row-link" href={toPage(`/collection/channels/${id}`, location)}>
          {name}
        </Link>
        <p className="channel-how">{describeAsk(channel.ask).join(' · ')}</p>
        <p className="quiet channel-note">
          {COUNTRY_NOTES[channel.country]}.
          {unsupported.length === 0 ? '' : ` Not asked for ${unsupported.map(formatCountry).join(', ')}.`}
        </p>
        <Pause channel={channel} />
        {switching.error ? <Failure error={switching.error} title="The channel was not changed." /> : null}
      </div>
      <Switch
        label={`Ask ${name}`}
        isOn={chosen ?? channel.is_active}
        isDisabled={!canWrite || switching.isPending}
        onChange={(isOn) => {
          setChosen(isOn);
          switching.mutate(isOn, { onError: () => setChosen(null) });
        }}
      />
    </li>
  );
}

/** Why a channel is paused, and what to do. */
function Pause({ channel: { paused_until, paused_reason } }: { channel: Channel }) {
  if (paused_until === null) return null;
  const { problem, advice } = explainFailure(paused_reason ?? 'internal');
  return (
    <p className="notice">
      <b>Paused until {formatTime(paused_until)}.</b> {problem} {advice} A saved change ends the pause.
    </p>
  );
}
