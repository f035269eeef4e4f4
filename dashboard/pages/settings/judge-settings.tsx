import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOfRoute } from '../../../src/client/routes.ts';
import { ask } from '../../api/client.ts';
import { channelsQuery } from '../../api/queries.ts';
import { ChannelField } from '../../controls/channel-field.tsx';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { toPage } from '../../filters/selection.ts';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { formatCount, formatDollars, formatGivenScore, formatWhole } from '../../format.ts';
import { stripMarks } from '../../markdown/strip-marks.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';

const POLL_MS = 3000;
const TRIED = 20;

type Judge = OutputOfRoute<'GET /judge'>;
type Trial = OutputOfRoute<'POST /judge/try'>;

/** Which model judges sentiment in place of the built-in scorer. */
export function JudgeSettings() {
  const { selection } = useView();
  const { project } = selection;
  const location = useLocation();
  const channels = useQuery(channelsQuery(project));
  const judge = useQuery({
    queryKey: ['project', project, 'GET /judge'],
    queryFn: ({ signal }) => ask('GET /judge', { project_id: project }, { signal }),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? POLL_MS : false),
  });
  const error = channels.error ?? judge.error;
  if (error) return <Failure error={error} onRetry={() => void judge.refetch()} />;
  if (!channels.data || !judge.data) return <Loading />;
  const askable = channels.data.filter((channel) => channel.ask !== null);
  return (
    <div className="page">
      <section className="judge" aria-label="Sentiment judge">
        <h2>Sentiment judge</h2>
        <p className="quiet">
          Overheard scores sentiment by itself, at no cost. A language model of your choice can judge instead. It reads
          each answer once and has to quote what it bases its score on. Scores without a quote from the answer are
          refused, and the built-in score counts.
        </p>
        {askable.length === 0 ? (
          <Empty title="No channel is set up">
            <p>
              A judge needs a channel with a model and a key.{' '}
              <Link href={toPage('/collection/channels/new', location)}>Add a channel</Link>
            </p>
          </Empty>
        ) : (
          <JudgeForm key={judge.data.model_channel_id} judge={judge.data} channels={askable} />
        )}
      </section>
    </div>
  );
}

function JudgeForm({ judge, channels }: { judge: Judge; channels: readonly { id: string; name: string }[] }) {
  const { selection, canWrite } = useView();
  const [channel, setChannel] = useState(judge.model_channel_id ?? '');
  const saving = useAction((model_channel_id: string, project_id) =>
    ask('PUT /judge', { project_id, model_channel_id: model_channel_id || null }),
  );
  const trying = useMutation({
    mutationFn: () =>
      ask('POST /judge/try', { project_id: selection.project, model_channel_id: channel, answers: TRIED }),
  });
  return (
    <>
      <ChannelField
        label="Who judges"
        none="The built-in scorer"
        channels={channels}
        value={channel}
        disabled={!canWrite}
        onChange={(chosen) => {
          setChannel(chosen);
          trying.reset();
        }}
      />
      <JudgeProgress judge={judge} />
      {canWrite ? (
        <div className="form-actions">
          <button
            type="button"
            className="button is-primary"
            disabled={saving.isPending || channel === (judge.model_channel_id ?? '')}
            onClick={() => saving.mutate(channel)}
          >
            {saving.isPending ? 'Saving…' : 'Save'}
          </button>
          {channel === '' ? null : (
            <button type="button" className="button" disabled={trying.isPending} onClick={() => trying.mutate()}>
              {trying.isPending ? 'Judging…' : `Try it on ${TRIED} answers`}
            </button>
          )}
        </div>
      ) : null}
      {saving.error ? <Failure error={saving.error} title="The judge was not saved." /> : null}
      {trying.error ? <Failure error={trying.error} title="The judge could not be tried." /> : null}
      {trying.data ? <TrialResult trial={trying.data} /> : null}
    </>
  );
}

function JudgeProgress({ judge: { model_channel_id, judged, waiting, refused, problem } }: { judge: Judge }) {
  if (model_channel_id === null) return null;
  return (
    <p className="quiet">
      {formatCount(judged, 'answer')} judged
      {waiting > 0 ? `, ${formatWhole(waiting)} waiting` : ''}
      {refused > 0 ? `, ${formatWhole(refused)} with a refused score` : ''}.
      {problem === null ? '' : ` Judging is paused: ${problem}`}
    </p>
  );
}

function TrialResult({ trial }: { trial: Trial }) {
  const location = useLocation();
  const { answers, brands, same, refused, cost, problem, differences } = trial;
  return (
    <section aria-label="Result of the trial">
      <h3>
        {formatCount(answers, 'answer')} judged{cost === null ? '' : ` for ${formatDollars(cost)}`}
      </h3>
      <p>
        {brands === 0
          ? 'No brand was judged.'
          : `The judge agrees with the built-in score for ${formatWhole(same)} of ${formatCount(brands, 'brand')}.`}
        {refused > 0
          ? ` ${formatCount(refused, 'score')} refused, because a quote is missing or not in the answer.`
          : ''}
        {problem === null ? '' : ` It ended early: ${problem}`}
      </p>
      <ul className="judge-differences">
        {differences.map(({ chat, brand, built_in, judge, quotes }) => (
          <li key={chat.id + brand.id}>
            <p>
              <Link href={toPage(`/answers/${chat.id}`, location)}>{brand.name}</Link>
              <span className="quiet">
                {' '}
                built-in {formatGivenScore(built_in)}, judge <b>{formatGivenScore(judge)}</b>
              </span>
            </p>
            {quotes.map(({ start, text }) => (
              <p key={start} className="quiet">
                <q>{stripMarks(text)}</q>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
