import { type ReactNode, useMemo } from 'react';
import { ASK_KINDS } from '../../../src/domain/ask-kinds.ts';
import { COUNTRY_CODES } from '../../../src/domain/country-codes.ts';
import type { Problems } from '../../api/problems.ts';
import { ChoiceList } from '../../controls/choice-list.tsx';
import { Field } from '../../controls/field.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { formatCountry } from '../../format.ts';
import type { AskDraft } from './ask-draft.ts';
import { AddressField } from './ask-fields.tsx';

type NumberField = keyof AskDraft['numbers'];
type PriceField = keyof AskDraft['price'];

const LIMITS: readonly { field: NumberField; label: string; placeholder: string; hint: string }[] = [
  { field: 'concurrency', label: 'Parallel requests', placeholder: '4', hint: '1 to 1,000. Default: 4.' },
  { field: 'requests_per_minute', label: 'Requests per minute', placeholder: 'No limit', hint: 'Default: no limit.' },
  { field: 'timeout_seconds', label: 'Timeout (seconds)', placeholder: '120', hint: '1 to 600. Default: 120.' },
];

const PRICE_LABELS: readonly { field: PriceField; label: string }[] = [
  { field: 'input', label: '1 million input tokens' },
  { field: 'cached_input', label: '1 million cached input tokens' },
  { field: 'output', label: '1 million output tokens' },
  { field: 'request', label: '1 request' },
  { field: 'search', label: '1 search' },
];

/** The fields whose problems are shown here. */
export const SETTING_FIELDS = [
  ...['temperature', 'max_output_tokens', 'timeout_seconds', 'concurrency', 'requests_per_minute', 'system'],
  ...['web_search', ...PRICE_LABELS.map(({ field }) => `price.${field}`)],
].map((field) => `ask.${field}`);

interface AskSettingsProps {
  draft: AskDraft;
  onChange(draft: AskDraft): void;
  unsupported: readonly string[];
  onUnsupported(codes: string[]): void;
  problems: Problems;
}

/** What most channels can leave at its default. */
export function AskSettings({ draft, onChange, unsupported, onUnsupported, problems }: AskSettingsProps) {
  const { needs, search } = ASK_KINDS[draft.kind];
  const countries = useMemo(() => COUNTRY_CODES.map((id) => ({ id, name: formatCountry(id) })), []);
  const set = (changes: Partial<AskDraft>) => onChange({ ...draft, ...changes });
  const isSdk = draft.kind !== 'http' && draft.kind !== 'demo';
  const fields = needs.address === 'maybe' ? [...SETTING_FIELDS, 'ask.base_url'] : SETTING_FIELDS;
  const hasProblem = fields.some((field) => problems.at(field) !== undefined);
  const number = (field: NumberField, label: string, more: { placeholder?: string; hint?: ReactNode } = {}) => (
    <TextField
      key={field}
      label={label}
      inputMode="decimal"
      value={draft.numbers[field] ?? ''}
      onChange={(value) => set({ numbers: { ...draft.numbers, [field]: value } })}
      problem={problems.at(`ask.${field}`)}
      {...more}
    />
  );
  return (
    <details className="fold" open={hasProblem || undefined}>
      <summary>More settings</summary>
      <div className="form">
        {search === 'optional' || search === 'by model' ? (
          <Field
            label="Web search"
            problem={problems.at('ask.web_search')}
            hint="With search, answers are current and name their sources, and cost more."
          >
            {(attributes) => (
              <select
                {...attributes}
                value={draft.web_search}
                onChange={(event) => set({ web_search: event.target.value as AskDraft['web_search'] })}
              >
                <option value="">{search === 'optional' ? 'On' : 'Default of the model'}</option>
                {search === 'by model' ? <option value="true">On</option> : null}
                <option value="false">Off</option>
              </select>
            )}
          </Field>
        ) : null}
        {search === 'always' ? <p className="quiet">This provider always searches the web.</p> : null}
        <div className="form-row">
          {LIMITS.map(({ field, label, placeholder, hint }) => number(field, label, { placeholder, hint }))}
        </div>
        {isSdk ? (
          <>
            <div className="form-row">
              {number('max_output_tokens', 'Maximum output tokens', { hint: "Default: the provider's." })}
              {number('temperature', 'Temperature', { hint: "0 to 2. Default: the provider's." })}
            </div>
            <Field
              label="System prompt"
              problem={problems.at('ask.system')}
              hint="Sent before every prompt. Leave it empty to see the answers that everybody gets."
            >
              {(attributes) => (
                <textarea
                  {...attributes}
                  value={draft.system}
                  maxLength={20_000}
                  dir="auto"
                  onChange={(event) => set({ system: event.target.value })}
                />
              )}
            </Field>
          </>
        ) : null}
        {needs.address === 'maybe' ? (
          <AddressField draft={draft} onChange={onChange} problems={problems} label="Other address" />
        ) : null}
        {draft.kind === 'demo' ? null : (
          <fieldset className="form">
            <legend className="legend">Price in US dollars</legend>
            <p className="quiet">
              Leave empty to use what the provider bills or the built-in price list. Budgets need a known price.
            </p>
            <div className="form-row">
              {PRICE_LABELS.map(({ field, label }) => (
                <TextField
                  key={field}
                  label={label}
                  inputMode="decimal"
                  value={draft.price[field] ?? ''}
                  onChange={(value) => set({ price: { ...draft.price, [field]: value } })}
                  problem={problems.at(`ask.price.${field}`)}
                />
              ))}
            </div>
          </fieldset>
        )}
        <div className="field">
          <span>Unsupported countries</span>
          <div className="country-choice">
            <ChoiceList
              label="Unsupported countries"
              choices={countries}
              chosen={unsupported}
              onChange={onUnsupported}
            />
          </div>
          <small>Prompts of these countries are not asked on this channel.</small>
        </div>
      </div>
    </details>
  );
}
