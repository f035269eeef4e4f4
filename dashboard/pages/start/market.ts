import { COUNTRY_CODES } from '../../../src/domain/country-codes.ts';

const MAX_PRODUCTS = 20;
const MAX_PRODUCT_LENGTH = 200;

/** What is sold, from a text as people write it: one product per line, or with commas between them. */
export function splitProducts(text: string): string[] {
  const products = text
    .split(/[\n,;]+/)
    .map((part) =>
      part
        .trim()
        .replace(/^(?:we\s+(?:sell|make|offer|build|provide)|and)\s+/i, '')
        .replace(/[.!]+$/, '')
        .trim()
        .slice(0, MAX_PRODUCT_LENGTH),
    )
    .filter((part) => part !== '');
  const seen = new Set<string>();
  return products
    .filter((product) => !seen.has(product.toLowerCase()) && seen.add(product.toLowerCase()))
    .slice(0, MAX_PRODUCTS);
}

/** The name of a country as the profile keeps it: in English, whoever reads it. */
export function toMarketName(country: string): string {
  return englishRegions().of(country) ?? country;
}

/** The country whose name a market of the profile has; null if it is none, such as "Europe" or "Berlin". */
export function findCountry(markets: readonly { location: string }[]): string | null {
  const names = new Map(COUNTRY_CODES.map((code) => [toMarketName(code).toLowerCase(), code]));
  for (const { location } of markets) {
    const code = names.get(location.trim().toLowerCase());
    if (code !== undefined) return code;
  }
  return null;
}

/** The country of a language tag such as `de-AT`, if prompts can be asked there. */
export function guessCountry(languages: readonly string[]): string {
  for (const tag of languages) {
    const region = toRegion(tag);
    if (region !== undefined && COUNTRY_CODES.includes(region)) return region;
  }
  return 'US';
}

function toRegion(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    // Some systems have languages such as `en-US@posix`, which browsers pass on as they are.
    return undefined;
  }
}

function englishRegions(): Intl.DisplayNames {
  return new Intl.DisplayNames('en', { type: 'region' });
}
