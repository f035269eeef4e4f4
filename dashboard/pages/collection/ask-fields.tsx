import { useId } from 'react';
import type { AskKind } from '../../../src/domain/ask.ts';
import type { Problems } from '../../api/problems.ts';
import type { Preset } from '../../api/types.ts';
import { FieldNote, TextField } from '../../controls/text-field.tsx';
import { formatDay } from '../../format.ts';
import { type AskDraft, applyPreset, changeKind } from './ask-draft.ts';
import { ASK_KINDS, KIND_NAMES } from './ask-kinds.ts';

interface AskFieldsProps {
  draft: AskDraft;
  onChange(draft: AskDraft): void;
  /** Called with the new draft when another kind is chosen. */
  onKind(draft: AskDraft): void;
  presets: readonly Preset[];
  problems: Problems;
}

/** How a model is asked: the provider, its name for the model, and the address. */
export function AskFields({ draft, onChange, onKind, presets, problems }: AskFieldsProps) {
  const { hint, needs, example } = ASK_KINDS[draft.kind];
  const id = useId();
  const set = (changes: Partial<AskDraft>) => onChange({ ...draft, ...changes });
  return (
    <>
      <div className="form-row">
        <label className="field">
          <span>How to ask</span>
          <select
            value={draft.kind}
            aria-describedby={id}
            onChange={(event) => onKind(changeKind(draft, event.target.value as AskKind, ''))}
          >
            {KIND_NAMES.map((kind) => (
              <option key={kind} value={kind}>
                {ASK_KINDS[kind].name}
              </option>
            ))}
          </select>
          <FieldNote id={id} hint={hint} problem={problems.at('ask.kind')} />
        </label>
        {needs.model ? (
          <TextField
            label="Model name at the provider"
            value={draft.model}
            onChange={(model) => set({ model })}
            placeholder={example}
            maxLength={200}
            problem={problems.at('ask.model')}
            hint="As the provider's documentation spells it."
          />
        ) : null}
      </div>
      {needs.address === 'yes' ? (
        <AddressField draft={draft} onChange={onChange} problems={problems} label="Address of the server" />
      ) : null}
      {draft.kind === 'http' ? (
        <HttpFields draft={draft} onChange={onChange} presets={presets} problems={problems} />
      ) : null}
    </>
  );
}

export function AddressField({
  draft,
  onChange,
  problems,
  label,
}: {
  draft: AskDraft;
  onChange(draft: AskDraft): void;
  problems: Problems;
  label: string;
}) {
  return (
    <TextField
      label={label}
      type="url"
      value={draft.base_url}
      onChange={(base_url) => onChange({ ...draft, base_url })}
      placeholder="http://localhost:11434/v1"
      maxLength={2000}
      problem={problems.at('ask.base_url')}
      hint="Without /chat/completions. Use https, or http for a server in your own network."
    />
  );
}

function HttpFields({ draft, onChange, presets, problems }: Omit<AskFieldsProps, 'onKind'>) {
  const id = useId();
  const preset = presets.find((candidate) => candidate.id === draft.preset);
  const problem = ['ask.request', 'ask.response', 'ask.poll', 'ask.then', 'ask']
    .map((field) => problems.at(field))
    .find((message) => message !== undefined);
  return (
    <>
      {presets.length > 0 ? (
        <label className="field">
          <span>Service</span>
          <select
            value={draft.preset}
            onChange={(event) => {
              const next = presets.find((candidate) => candidate.id === event.target.value);
              onChange(next ? applyPreset(draft, next) : { ...draft, preset: '' });
            }}
          >
            <option value="">Described by yourself</option>
            {presets.map(({ id: value, vendor, name }) => (
              <option key={value} value={value}>
                {vendor}: {name}
              </option>
            ))}
          </select>
          {preset ? (
            <small>
              Written from{' '}
              <a href={preset.documentation} target="_blank" rel="noopener noreferrer">
                the documentation of {preset.vendor}
              </a>{' '}
              on {formatDay(preset.checked_on)}. Key: {preset.secret_format}
            </small>
          ) : null}
        </label>
      ) : null}
      <label className="field">
        <span>Request and response (JSON)</span>
        <textarea
          className="code-field"
          rows={14}
          spellCheck={false}
          value={draft.http}
          aria-describedby={id}
          aria-invalid={problem !== undefined}
          onChange={(event) => onChange({ ...draft, http: event.target.value })}
        />
        <FieldNote
          id={id}
          problem={problem}
          hint={
            <>
              {'{{prompt}}, {{country_code}} and {{secret}} are replaced; response paths are JSONPath. '}
              <a href="/docs" target="_blank" rel="noreferrer">
                All fields
              </a>
            </>
          }
        />
      </label>
    </>
  );
}
