import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MAX_ROWS_PER_PAGE } from '../../../src/domain/limits.ts';
import { ask } from '../../api/client.ts';
import { channelsQuery, newestChatQuery } from '../../api/queries.ts';
import type { Channel } from '../../api/types.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { toPage } from '../../filters/selection.ts';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { describeAsk } from '../collection/describe-ask.ts';
import { StepActions } from './start-layout.tsx';
import { toStep } from './steps.ts';

type SetUpChannel = Channel & { ask: NonNullable<Channel['ask']> };

/**
 * The demo assistant is a model of its own, so that no report shows invented answers under the name of a real one. All
 * projects of the company share it.
 */
const DEMO_MODEL = { id: 'demo-assistant', name: 'Demo assistant', family: 'demo' };

/** Who answers the prompts. */
export function AnswersStep() {
  const { selection } = useView();
  const channels = useQuery(channelsQuery(selection.project));
  const newest = useQuery(newestChatQuery(selection.project));
  const failed = [channels, newest].find(({ error }) => error);
  if (failed) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!channels.data || newest.data === undefined) return <Loading />;
  return <Sources channels={channels.data} hasAnswers={newest.data !== null} />;
}

function Sources({ channels, hasAnswers }: { channels: readonly Channel[]; hasAnswers: boolean }) {
  const location = useLocation();
  const setUp = channels.filter((channel): channel is SetUpChannel => channel.ask !== null);
  const isReady = hasAnswers || setUp.some(({ is_active }) => is_active);
  return (
    <div className="form start-form is-wide">
      <ul className="start-cards">
        <Card title="Ask models with your key">
          <p>
            Overheard asks models of OpenAI, Anthropic, Google, Perplexity and others, or one on your own server. You
            pay the provider. Before each run you see what it costs.
          </p>
          <Link
            className={`button${isReady ? '' : ' is-primary'}`}
            href={toStep('answers', location, { channel: 'new' })}
          >
            Set up a channel
          </Link>
        </Card>
        <Card title="Import a file">
          <p>You already have answers, from another tool or your own scripts: CSV, Excel, JSON or Parquet.</p>
          <Link className="button" href={toPage('/import', location)}>
            Import answers
          </Link>
        </Card>
        <DemoCard channels={channels} />
      </ul>
      {setUp.length > 0 ? (
        <section className="start-known" aria-label="Channels that are set up">
          <h2>Set up so far</h2>
          <ul className="plain-list">
            {setUp.map(({ id, name, ask: how, is_active }) => (
              <li key={id}>
                <Link href={toStep('answers', location, { channel: id })}>{name}</Link>{' '}
                <span className="quiet">
                  {[...describeAsk(how).filter((part) => part !== name), is_active ? 'on' : 'off'].join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <StepActions step="answers" isDone={isReady} />
    </div>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="start-card">
      <h2>{title}</h2>
      {children}
    </li>
  );
}

function DemoCard({ channels }: { channels: readonly Channel[] }) {
  const { caller, canWrite } = useView();
  const channel = channels.find(({ current_model }) => current_model.id === DEMO_MODEL.id);
  const isUsed = channel?.ask?.kind === 'demo' && channel.is_active;
  const switching = useAction(async (_: undefined, project) => {
    const id = channel?.id ?? (await createDemoChannel(project));
    await ask('PATCH /model-channels/{id}', {
      id,
      project_id: project,
      is_active: !isUsed,
      ask: isUsed ? null : { kind: 'demo' },
    });
  });
  const isAllowed = canWrite && (channel !== undefined || caller.kind === 'company');
  return (
    <Card title="Try the demo assistant">
      <p>
        Free, and without a key. <b>It invents its answers</b> and only knows coffee machines and grinders. The answers
        show how Overheard works and say nothing about your market.
      </p>
      {switching.error ? <Failure error={switching.error} title="The demo assistant was not changed." /> : null}
      <button
        type="button"
        className="button"
        disabled={!isAllowed || switching.isPending}
        onClick={() => switching.mutate(undefined)}
      >
        {isUsed ? 'Stop using the demo assistant' : 'Use the demo assistant'}
      </button>
      {canWrite && !isAllowed ? (
        <p className="quiet">
          To add the demo assistant, sign in with a company key: all projects of the company get it.
        </p>
      ) : null}
    </Card>
  );
}

async function createDemoChannel(project: string): Promise<string> {
  await ask('POST /models', DEMO_MODEL);
  const { data } = await ask('GET /model-channels', { project_id: project, limit: MAX_ROWS_PER_PAGE });
  return data.find(({ current_model }) => current_model.id === DEMO_MODEL.id)!.id;
}
