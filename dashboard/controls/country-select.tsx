import { useMemo } from 'react';
import { COUNTRY_CODES } from '../../src/domain/country-codes.ts';
import { formatCountry } from '../format.ts';

/** A choice between the countries of the API, named in the reader's language. */
export function CountrySelect({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange(code: string): void;
}) {
  const countries = useMemo(() => {
    const compare = new Intl.Collator().compare;
    return COUNTRY_CODES.map((code) => ({ code, name: formatCountry(code) })).sort((a, b) => compare(a.name, b.name));
  }, []);
  return (
    <label className="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
