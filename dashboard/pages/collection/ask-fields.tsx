import { ASK_KIND_NAMES, ASK_KINDS, type AskKind } from '../../../src/domain/ask-kinds.ts';
import { MAX_NAME_LENGTH } from '../../../src/domain/limits.ts';
import type { Problems } from '../../api/problems.ts';
import type { Preset } from '../../api/types.ts';
import { Field } from '../../controls/field.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { formatDay } from '../../format.ts';
import { type AskDraft, changeKind, HTTP_FIELDS, OWN_SERVICE } from './ask-draft.ts';

interface AskFieldsProps {
  draft: AskDraft;
  onChange(draft: AskDraft): void;
  /** Called with the new draft when another kind is chosen. */
  onKind(draft: AskDraft): void;
  /** Called when a service is chosen that is described already. */
  onPreset(preset: Preset): void;
  presets: readonly Preset[];
  problems: Problems;
}

/** How a model is asked: the provider, its name for the model, and the address. */
export function AskFields({ draft, onChange, onKind, onPreset, presets, problems }: AskFieldsProps) {
  const { hint, needs, example } = ASK_KINDS[draft.kind];
  const set = (changes: Partial<AskDraft>) => onChange({ ...draft, ...changes });
  return (
    <>
      <div className="form-row">
        <Field label="How to ask" hint={hint} problem={problems.at('ask.kind')}>
          {(attributes) => (
            <select
              {...attributes}
              value={draft.kind}
              onChange={(event) => onKind(changeKind(draft, event.target.value as AskKind, ''))}
            >
              {ASK_KIND_NAMES.map((kind) => (
                <option key={kind} value={kind}>
                  {ASK_KINDS[kind].name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {needs.model ? (
          <TextField
            label="Model name at the provider"
            value={draft.model}
            onChange={(model) => set({ model })}
            placeholder={example}
            maxLength={MAX_NAME_LENGTH}
            problem={problems.at('ask.model')}
            hint="As the provider's documentation spells it."
          />
        ) : null}
      </div>
      {needs.address === 'yes' ? (
        <AddressField draft={draft} onChange={onChange} problems={problems} label="Address of the server" />
      ) : null}
      {draft.kind === 'http' ? (
        <HttpFields draft={draft} onChange={onChange} onPreset={onPreset} presets={presets} problems={problems} />
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

function HttpFields({ draft, onChange, onPreset, presets, problems }: Omit<AskFieldsProps, 'onKind'>) {
  const preset = presets.find((candidate) => candidate.id === draft.preset);
  const problem = HTTP_FIELDS.flatMap((field) => problems.under(`ask.${field}`) ?? []).join(' ') || undefined;
  const description = (
    <Field label="Request and response (JSON)" problem={problem} hint={<HttpNote />}>
      {(attributes) => (
        <textarea
          {...attributes}
          className="code-field"
          rows={14}
          spellCheck={false}
          value={draft.http}
          onChange={(event) => onChange({ ...draft, http: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      {presets.length > 0 ? (
        <Field
          label="Service"
          problem={problems.at('preset')}
          hint={preset ? <PresetNote preset={preset} /> : 'Each of these services needs an account of its own.'}
        >
          {(attributes) => (
            <select
              {...attributes}
              value={draft.preset}
              onChange={(event) => {
                const next = presets.find((candidate) => candidate.id === event.target.value);
                if (next) onPreset(next);
                else onChange({ ...draft, preset: event.target.value });
              }}
            >
              {draft.preset === '' ? <option value="">Choose a service</option> : null}
              {presets.map(({ id, vendor, name }) => (
                <option key={id} value={id}>
                  {vendor}: {name}
                </option>
              ))}
              <option value={OWN_SERVICE}>Another service, described by you</option>
            </select>
          )}
        </Field>
      ) : null}
      {draft.preset === OWN_SERVICE ? description : null}
      {preset ? (
        <details className="fold" open={problem !== undefined || undefined}>
          <summary>How the service is asked</summary>
          <div className="form">{description}</div>
        </details>
      ) : null}
    </>
  );
}

function HttpNote() {
  return (
    <>
      {'{{prompt}}, {{country_code}} and {{secret}} are replaced. Paths in the response are JSONPath. '}
      <a href="/docs/collecting#http-any-service" target="_blank" rel="noreferrer">
        All fields
      </a>
    </>
  );
}

function PresetNote({ preset: { documentation, vendor, checked_on, secret_format } }: { preset: Preset }) {
  return (
    <>
      Written from{' '}
      <a href={documentation} target="_blank" rel="noopener noreferrer">
        the documentation of {vendor}
      </a>{' '}
      on {formatDay(checked_on)}, not tried with an account. What to paste as the key: {secret_format}
    </>
  );
}
