import { type FormEvent, useState } from 'react';
import { ask } from '../../api/client.ts';
import { toProblems } from '../../api/problems.ts';
import { Failure } from '../../controls/notices.tsx';
import { useAction } from '../../filters/use-action.ts';
import { EventChoices, USUAL_EVENTS } from './webhook-events.tsx';

/** Adds a URL or an e-mail address that is told of events, and shows the secret of a URL once. */
export function NewWebhook() {
  const [target, setTarget] = useState('');
  const [events, setEvents] = useState(USUAL_EVENTS);
  const creating = useAction(
    (url: string, project_id) => ask('POST /webhooks', { url, events: [...events], project_id }),
    { onDone: () => setTarget('') },
  );
  const problems = toProblems(creating.error, ['url']);
  const problem = problems.at('url');
  const create = (event: FormEvent) => {
    event.preventDefault();
    const entered = target.trim();
    // People write an e-mail address as it is.
    creating.mutate(/^[^\s:/]+@[^\s:/]+$/.test(entered) ? `mailto:${entered}` : entered);
  };
  return (
    <form className="form" onSubmit={create}>
      <h2>New notification</h2>
      <p className="quiet">
        Overheard sends a message when something happens: as JSON to a URL of yours, as text to a Slack webhook, or by
        e-mail.
      </p>
      <label className="field">
        <span>URL or e-mail address</span>
        <input
          value={target}
          maxLength={2048}
          required
          placeholder="https://hooks.slack.com/… or team@example.com"
          aria-invalid={problem === undefined ? undefined : true}
          onChange={(event) => setTarget(event.target.value)}
        />
        {problem === undefined ? null : <small role="alert">{problem}</small>}
      </label>
      <EventChoices chosen={events} onChange={setEvents} />
      {problems.rest && problem === undefined ? (
        <Failure error={problems.rest} title="The notification was not created." />
      ) : null}
      {creating.data?.secret ? (
        <div className="notice is-good key-shown" role="status">
          <p>
            Created. If it is your own program, copy the secret now to check signatures with. It is shown only once.
          </p>
          <code>{creating.data.secret}</code>
        </div>
      ) : null}
      <div className="form-actions">
        <button type="submit" className="button is-primary" disabled={creating.isPending || events.length === 0}>
          {creating.isPending ? 'Creating…' : 'Create notification'}
        </button>
      </div>
    </form>
  );
}
