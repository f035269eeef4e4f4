import { COUNTRY_CODES } from '../../src/domain/country-codes.ts';
import { hasTemplates } from '../../src/domain/template-languages.ts';

/** The language that most people in a country use. */
export function toLanguage(country: string): string {
  return new Intl.Locale(`und-${country}`).maximize().language;
}

/** The languages to choose from: one for each country, without repetition. */
export function listLanguages(): string[] {
  return [...new Set(COUNTRY_CODES.map(toLanguage))];
}

/** What to know before prompts are suggested in a language; undefined: nothing. */
export function describeLanguage({
  language,
  writer,
  hasWriters,
}: {
  language: string;
  /** The channel whose model writes them; empty for templates. */
  writer: string;
  hasWriters: boolean;
}): string | undefined {
  if (hasTemplates(language) || writer !== '') return undefined;
  return hasWriters
    ? 'There are no templates in this language, so suggestions will be in English. A channel can write them instead.'
    : 'There are no templates in this language, so suggestions will be in English. Change them afterwards, or set up a channel first: its model can write them.';
}
