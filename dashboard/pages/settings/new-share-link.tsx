import { type FormEvent, useRef, useState } from 'react';
import { MAX_LINK_DAYS, MAX_NAME_LENGTH } from '../../../src/domain/limits.ts';
import { ask } from '../../api/client.ts';
import { toProblems } from '../../api/problems.ts';
import { Failure } from '../../controls/notices.tsx';
import { addDays, today } from '../../filters/dates.ts';
import { useAction } from '../../filters/use-action.ts';
import { formatDateTime } from '../../format.ts';

const ON_A_DATE = 'date';
const EXPIRIES: readonly { value: string; name: string }[] = [
  { value: '1', name: 'After 1 day' },
  { value: '7', name: 'After 7 days' },
  { value: '30', name: 'After 30 days' },
  { value: '90', name: 'After 90 days' },
  { value: String(MAX_LINK_DAYS), name: 'After a year' },
  { value: ON_A_DATE, name: 'On a date' },
];

/** Creates a share link, and shows it once. */
export function NewShareLink() {
  const [name, setName] = useState('');
  const [expiry, setExpiry] = useState('30');
  const [date, setDate] = useState(() => addDays(today(), 30));
  const creating = useAction(
    (fields: { name?: string; expires_at?: string; expires_in_days?: number }, project_id) =>
      ask('POST /share-links', { ...fields, project_id }),
    { onDone: () => setName('') },
  );
  const problems = toProblems(creating.error, ['expires_at']);
  const create = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate({
      ...(name.trim() ? { name: name.trim() } : {}),
      // The whole day counts, in the time zone of whoever chooses it.
      ...(expiry === ON_A_DATE
        ? { expires_at: new Date(`${date}T23:59:59`).toISOString() }
        : { expires_in_days: Number(expiry) }),
    });
  };
  const problem = expiry === ON_A_DATE ? problems.at('expires_at') : undefined;
  return (
    <form className="form" onSubmit={create}>
      <h2>New share link</h2>
      <p className="quiet">
        Anybody who has the link sees this project’s pages Overview, Compare, Prompts, Answers and Sources, without an
        account and read-only. It shows no settings, no costs and no other project.
      </p>
      <div className="form-row">
        <label className="field">
          <span>Name (optional)</span>
          <input
            value={name}
            maxLength={MAX_NAME_LENGTH}
            placeholder="Who the link is for"
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label className="field">
          <span>Expires</span>
          <select value={expiry} onChange={(event) => setExpiry(event.target.value)}>
            {EXPIRIES.map((option) => (
              <option key={option.value} value={option.value}>
                {option.name}
              </option>
            ))}
          </select>
        </label>
        {expiry === ON_A_DATE ? (
          <label className="field">
            <span>Last day</span>
            <input
              type="date"
              value={date}
              min={today()}
              max={addDays(today(), MAX_LINK_DAYS - 1)}
              required
              aria-invalid={problem === undefined ? undefined : true}
              onChange={(event) => setDate(event.target.value)}
            />
            {problem === undefined ? null : <small role="alert">{problem}</small>}
          </label>
        ) : null}
      </div>
      {problems.rest && problem === undefined ? (
        <Failure error={problems.rest} title="The link was not created." />
      ) : null}
      {creating.data?.url ? (
        <CreatedLink key={creating.data.id} url={creating.data.url} expires_at={creating.data.expires_at} />
      ) : null}
      <div className="form-actions">
        <button type="submit" className="button is-primary" disabled={creating.isPending}>
          {creating.isPending ? 'Creating…' : 'Create link'}
        </button>
      </div>
    </form>
  );
}

function CreatedLink({ url, expires_at }: { url: string; expires_at: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  // Without the setting PUBLIC_URL the service does not know by which host it is reached; the browser does.
  const link = new URL(url, window.location.origin).href;
  const copy = () => {
    field.current?.select();
    // Browsers offer the clipboard only over https and on the same machine; elsewhere the selected text can be copied.
    void navigator.clipboard?.writeText(link).then(() => setCopied(true));
  };
  return (
    <div className="notice is-good key-shown link-shown" role="status">
      <p>Copy the link now. It is shown only once, and works until {formatDateTime(expires_at)}.</p>
      <input ref={field} readOnly aria-label="Share link" value={link} onFocus={() => field.current?.select()} />
      <button type="button" className="button" onClick={copy}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
