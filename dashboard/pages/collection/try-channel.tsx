import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Ask } from '../../../src/domain/ask.ts';
import { MAX_PROMPT_LENGTH } from '../../../src/domain/limits.ts';
import { ask } from '../../api/client.ts';
import { promptsQuery, scheduleQuery } from '../../api/queries.ts';
import type { ChannelTry } from '../../api/types.ts';
import { CountrySelect } from '../../controls/country-select.tsx';
import { Failure } from '../../controls/notices.tsx';
import { useSelection } from '../../filters/view.tsx';
import { SourceList } from '../answers/answer-sources.tsx';
import { describeUsage } from '../answers/answer-usage.ts';
import { AnswerView } from '../answers/answer-view.tsx';
import { goToMention, MentionedBrands } from '../answers/mentioned-brands.tsx';
import { explainFailure } from './failure-advice.ts';

interface TryChannelProps {
  /** The ID of the channel; empty while no model is chosen. */
  channel: string;
  /** Stores a pasted key and returns how to ask. Rejects if the form has a problem. */
  prepare(): Promise<Ask>;
  /** What kept the last try from being made; null if nothing did. */
  error: Error | null;
  onError(error: Error | null): void;
}

/** Asks the model once, before the channel is saved. */
export function TryChannel({ channel, prepare, error, onError }: TryChannelProps) {
  const { project } = useSelection();
  const client = useQueryClient();
  const first = useQuery(promptsQuery(project)).data?.[0];
  const [text, setText] = useState<string | null>(null);
  const [country, setCountry] = useState<string | null>(null);
  const shownText = text ?? first?.messages[0]?.content ?? '';
  const shownCountry = country ?? first?.user_location.country ?? 'US';
  const trying = useMutation({
    mutationFn: async () => {
      const how = await prepare();
      const input = { id: channel, project_id: project, text: shownText, country_code: shownCountry, ask: how };
      return ask('POST /model-channels/{id}/test', input);
    },
    onMutate: () => onError(null),
    onError,
    onSettled: () => client.invalidateQueries(scheduleQuery(project)),
  });
  return (
    <section className="try" aria-label="Try it">
      <h2>Try it</h2>
      <label className="field">
        <span>Prompt</span>
        <textarea
          className="try-prompt"
          rows={2}
          value={shownText}
          maxLength={MAX_PROMPT_LENGTH}
          dir="auto"
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <CountrySelect label="Country" value={shownCountry} onChange={setCountry} />
      <div className="form-actions">
        <button
          type="button"
          className="button"
          disabled={channel === '' || shownText.trim() === '' || trying.isPending}
          onClick={() => trying.mutate()}
        >
          {trying.isPending ? 'Asking…' : 'Try it'}
        </button>
        <p className="quiet try-note" role="status">
          {toStatus({ isChosen: channel !== '', isPending: trying.isPending, result: trying.data })}
        </p>
      </div>
      {error ? <Failure error={error} title="The test failed." /> : null}
      {trying.data && !trying.isPending ? <TryResult result={trying.data} /> : null}
    </section>
  );
}

function toStatus({
  isChosen,
  isPending,
  result,
}: {
  isChosen: boolean;
  isPending: boolean;
  result: ChannelTry | undefined;
}): string {
  if (!isChosen) return 'Choose a model first.';
  if (isPending) return 'Waiting for the answer. This can take up to two minutes.';
  if (!result) return 'Asks once. The answer is not stored, but the provider may bill it.';
  return result.reason === null ? 'It works.' : 'It did not work.';
}

function TryResult({ result }: { result: ChannelTry }) {
  const text = useRef<HTMLDivElement>(null);
  const content = useMemo(
    () => ({
      messages: [{ role: 'assistant' as const, content: result.answer ?? '' }],
      brands_mentioned: result.brands_mentioned,
    }),
    [result],
  );
  if (result.reason !== null) return <TryFailure reason={result.reason} message={result.message} />;
  return (
    <div className="try-result">
      <p className="quiet">
        {describeUsage({ ...result, ...result.usage }).join(' · ')}
        {result.cost === null ? ' · cost unknown' : ''}
      </p>
      {result.finish === 'length' ? (
        <p className="notice">The answer was cut off at the maximum number of output tokens.</p>
      ) : null}
      <div ref={text}>
        <AnswerView content={content} headingLevel={3} />
      </div>
      <div className="reader-side">
        <MentionedBrands content={content} onPick={(brand) => goToMention(text.current, { content, brand })} />
        <section aria-label="Sources">
          <h2>Sources</h2>
          <SourceList sources={result.sources} />
        </section>
        {result.queries.length > 0 ? (
          <section aria-label="Search queries">
            <h2>Search queries</h2>
            <ul className="plain-list">
              {result.queries.map((query) => (
                <li key={query}>{query}</li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </div>
  );
}

function TryFailure({ reason, message }: { reason: string; message: string | null }) {
  const { problem, advice } = explainFailure(reason);
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{problem}</strong> {advice}
        {message === null ? null : <span className="failure-message">{message}</span>}
      </p>
    </div>
  );
}
