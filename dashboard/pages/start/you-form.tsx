import { type FormEvent, type ReactNode, useMemo } from 'react';
import { MAX_NAME_LENGTH } from '../../../src/domain/limits.ts';
import { CountrySelect } from '../../controls/country-select.tsx';
import { Field } from '../../controls/field.tsx';
import { LanguageSelect } from '../../controls/language-select.tsx';
import { toLanguage } from '../../controls/languages.ts';
import { Failure } from '../../controls/notices.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { parseBrandLine } from './brand-lines.ts';
import { splitProducts } from './market.ts';

/** What somebody says about themselves, as the form has it. */
export interface YouDraft {
  /** A website, a name, or both. */
  site: string;
  products: string;
  country: string;
  /** Null until it is chosen: the language of the country. */
  language: string | null;
  /** The name of the project; null until it is changed: the name of the brand. */
  name: string | null;
}

/** The name that the project gets. */
export function toProjectName({ name, site }: Pick<YouDraft, 'name' | 'site'>): string {
  return (name ?? parseBrandLine(site)?.name ?? '').trim();
}

interface YouFormProps {
  draft: YouDraft;
  onChange(draft: YouDraft): void;
  /** Whether the brand is known already, and changed in its own step. */
  hasBrand: boolean;
  problems: { site?: string | undefined; name?: string | undefined };
  error: Error | null;
  errorTitle: string;
  onSubmit(): void;
  /** The buttons. */
  children: ReactNode;
}

export function YouForm({ draft, onChange, hasBrand, problems, error, errorTitle, onSubmit, children }: YouFormProps) {
  const set = (changes: Partial<YouDraft>) => onChange({ ...draft, ...changes });
  const products = useMemo(() => splitProducts(draft.products), [draft.products]);
  return (
    <form
      className="form start-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {hasBrand ? null : (
        <TextField
          label="Your website or brand"
          value={draft.site}
          onChange={(site) => set({ site })}
          placeholder="acme-tools.com"
          maxLength={500}
          dir="auto"
          problem={problems.site}
          hint="A website, a name, or both."
        />
      )}
      <Field
        label="What you sell"
        hint={
          products.length > 1
            ? `Read as: ${products.join(' · ')}`
            : 'Kinds of products or services, separated by commas. Suggested prompts ask about them.'
        }
      >
        {(attributes) => (
          <textarea
            {...attributes}
            rows={3}
            dir="auto"
            maxLength={5000}
            value={draft.products}
            placeholder="Cordless drills, table saws"
            onChange={(event) => set({ products: event.target.value })}
          />
        )}
      </Field>
      <div className="form-row">
        <CountrySelect label="Country" value={draft.country} onChange={(country) => set({ country })} />
        <LanguageSelect
          value={draft.language ?? toLanguage(draft.country)}
          onChange={(language) => set({ language })}
          hint="The language of your customers."
        />
      </div>
      <TextField
        label="Project name"
        value={draft.name ?? toProjectName(draft)}
        onChange={(name) => set({ name })}
        maxLength={MAX_NAME_LENGTH}
        dir="auto"
        problem={problems.name}
      />
      {error ? <Failure error={error} title={errorTitle} /> : null}
      {children}
    </form>
  );
}
