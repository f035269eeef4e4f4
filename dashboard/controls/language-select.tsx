import { type ReactNode, useMemo } from 'react';
import { Field } from './field.tsx';
import { listLanguages } from './languages.ts';

/** A choice between languages, named in the reader's own. */
export function LanguageSelect({
  value,
  onChange,
  hint,
}: {
  value: string;
  onChange(language: string): void;
  hint?: ReactNode;
}) {
  const languages = useMemo(() => {
    const names = new Intl.DisplayNames(undefined, { type: 'language' });
    const compare = new Intl.Collator().compare;
    return listLanguages()
      .map((code) => ({ code, name: names.of(code) ?? code }))
      .sort((a, b) => compare(a.name, b.name));
  }, []);
  return (
    <Field label="Language" hint={hint}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChange(event.target.value)}>
          {languages.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
