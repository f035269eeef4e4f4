import { ASK_KINDS } from '../../../src/domain/ask-kinds.ts';
import type { Problems } from '../../api/problems.ts';
import type { Secret } from '../../api/types.ts';
import { Field } from '../../controls/field.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { type AskDraft, isAllowedHost, listForeignHosts, suggestSecretName } from './ask-draft.ts';

const NEW = ':new';

/** A key on its way to the service. It is never kept by the browser. */
export interface PastedKey {
  /** Whether a new key is pasted, or one of the stored keys is replaced. */
  mode: 'stored' | 'new' | 'replace';
  /** The name of a new key; null for the one that is suggested. */
  name: string | null;
  value: string;
}

export const NO_PASTED_KEY: PastedKey = { mode: 'stored', name: null, value: '' };

interface KeyState {
  /** The hosts that the chosen key may not be sent to yet. */
  refused: string[];
  isPasting: boolean;
  /** The name that a pasted key is stored under. */
  name: string;
  /** The hosts that it may be sent to; undefined for the official ones of the providers. */
  hosts: string[] | undefined;
}

/** What has to be stored so that the draft can be used. */
export function readKeyState(draft: AskDraft, pasted: PastedKey, secrets: readonly Secret[]): KeyState {
  const foreign = listForeignHosts(draft);
  const known = secrets.find(({ name }) => name === draft.secret);
  const refused = known && pasted.mode !== 'new' ? foreign.filter((host) => !isAllowedHost(host, known.hosts)) : [];
  const isReplaced = pasted.mode === 'replace' || refused.length > 0;
  const suggested = suggestSecretName(
    draft,
    secrets.map(({ name }) => name),
  );
  // Other channels may send the key to the hosts that it had.
  const hosts = isReplaced ? [...new Set([...(known?.hosts ?? []), ...foreign])] : foreign;
  return {
    refused,
    isPasting: ASK_KINDS[draft.kind].needs.key !== 'no' && (pasted.mode === 'new' || isReplaced),
    name: pasted.mode === 'new' ? (pasted.name ?? suggested) : draft.secret,
    hosts: hosts.length === 0 ? undefined : hosts,
  };
}

interface KeyFieldProps {
  draft: AskDraft;
  onChange(draft: AskDraft): void;
  pasted: PastedKey;
  onPaste(pasted: PastedKey): void;
  secrets: readonly Secret[];
  problems: Problems;
}

/** Chooses a stored key, or takes a new one. */
export function KeyField({ draft, onChange, pasted, onPaste, secrets, problems }: KeyFieldProps) {
  const { needs, keys, name: provider } = ASK_KINDS[draft.kind];
  // Which key is needed depends on the service.
  if (needs.key === 'no' || (draft.kind === 'http' && draft.preset === '')) return null;
  const { refused, isPasting, name } = readKeyState(draft, pasted, secrets);
  const choose = (choice: string) => {
    onPaste({ ...NO_PASTED_KEY, mode: choice === NEW ? 'new' : 'stored' });
    onChange({ ...draft, secret: choice === NEW ? '' : choice });
  };
  const isMissing = draft.secret !== '' && !secrets.some((secret) => secret.name === draft.secret);
  return (
    <>
      <Field
        label="Key"
        problem={problems.at('ask.secret')}
        hint={keys && pasted.mode === 'new' ? <KeySource address={keys} /> : undefined}
      >
        {(attributes) => (
          <select
            {...attributes}
            value={pasted.mode === 'new' ? NEW : draft.secret}
            onChange={(event) => choose(event.target.value)}
          >
            <option value={NEW}>Paste a new key</option>
            {needs.key === 'maybe' || (pasted.mode !== 'new' && draft.secret === '') ? (
              <option value="">No key</option>
            ) : null}
            {isMissing ? <option value={draft.secret}>{draft.secret} (missing)</option> : null}
            {secrets.map((secret) => (
              <option key={secret.name} value={secret.name}>
                {describeSecret(secret)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {refused.length > 0 ? (
        <p className="notice">
          The key <b>{draft.secret}</b> may not be sent to {refused.join(', ')} yet. Paste it again to allow this.
        </p>
      ) : null}
      {isPasting ? (
        <div className="form-row">
          <TextField
            label={pasted.mode === 'new' ? `Key for ${provider}` : `Key ${draft.secret}, pasted again`}
            type="password"
            value={pasted.value}
            onChange={(value) => onPaste({ ...pasted, value })}
            problem={problems.at('value')}
            hint="Stored encrypted when you try or save the channel. Nobody can read it back."
          />
          {pasted.mode === 'new' ? (
            <TextField
              label="Key name"
              value={name}
              onChange={(next) => onPaste({ ...pasted, name: next })}
              problem={problems.at('name')}
              maxLength={64}
              hint="Other channels of this project can use the key by this name."
            />
          ) : null}
        </div>
      ) : null}
      {!isPasting && secrets.some((secret) => secret.name === draft.secret && secret.source === 'stored') ? (
        <p className="field-action">
          <button type="button" className="button is-plain" onClick={() => onPaste({ ...pasted, mode: 'replace' })}>
            Replace this key
          </button>
        </p>
      ) : null}
    </>
  );
}

function KeySource({ address }: { address: string }) {
  return (
    <>
      Create one at{' '}
      <a href={address} target="_blank" rel="noopener noreferrer">
        {new URL(address).host}
      </a>
      .
    </>
  );
}

function describeSecret({ name, hint, source }: Secret): string {
  const notes = [hint === null ? undefined : `ends in ${hint}`, source === 'environment' ? 'from the environment' : ''];
  const note = notes.filter(Boolean).join(', ');
  return note === '' ? name : `${name} (${note})`;
}
