import { deriveSpellings, stripLegalForm, toDomain, toNameOfDomain } from './spellings.ts';

/** A brand as people write it down: a name, a website, or both. */
export interface WrittenBrand {
  name: string;
  domain: string | null;
}

/** What is written between a name and a website, or around them. */
const SEPARATORS = /[\t;,|]+|\s[–—-]+\s|[()<>[\]]/g;

/** Reads "Acme Tools, acme-tools.com", "acme-tools.com" or "Acme Tools"; null if nothing is written. */
export function parseBrandLine(line: string): WrittenBrand | null {
  const cleaned = line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '');
  const words = cleaned.replace(SEPARATORS, ' ').split(/\s+/);
  // A name may look like a domain (Booking.com), so the website is the last word that does.
  const site = words.findLastIndex((word) => toDomain(word) !== null);
  const domain = site === -1 ? null : toDomain(words[site]!);
  const rest = domain === null ? cleaned : cleaned.replace(words[site]!, '');
  const name = stripLegalForm(trimSeparators(rest));
  if (name !== '') return { name, domain };
  if (domain === null) return null;
  // Written with a capital letter, it is the name as well.
  return { name: /^\p{Lu}/u.test(words[site]!) ? words[site]! : toNameOfDomain(domain), domain };
}

/** Reads one brand from each line. Lines with the same name are one brand. */
export function parseBrandLines(text: string): WrittenBrand[] {
  const brands = new Map<string, WrittenBrand>();
  for (const line of text.split('\n')) {
    const brand = parseBrandLine(line);
    const key = brand?.name.toLowerCase();
    if (brand && key !== undefined && !brands.has(key)) brands.set(key, brand);
  }
  return [...brands.values()];
}

/** The brand as the API takes it, with its spellings as aliases. */
export function toNewBrand({ name, domain }: WrittenBrand, { is_own }: { is_own: boolean }) {
  return {
    name,
    is_own,
    domains: domain === null ? [] : [domain],
    aliases: deriveSpellings({ name, domain }).filter((spelling) => spelling.toLowerCase() !== name.toLowerCase()),
  };
}

/** A line that is read as this brand. */
export function toBrandLine({ name, domain }: WrittenBrand): string {
  return domain === null ? name : `${name}, ${domain}`;
}

function trimSeparators(text: string): string {
  return text.replace(/^[\s\t;,|–—()<>[\]-]+|[\s\t;,|–—()<>[\]-]+$/g, '').replace(/\s+/g, ' ');
}
