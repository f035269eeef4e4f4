import { MAX_NAME_LENGTH } from '../../../src/domain/limits.ts';

/** What follows the name of a company and is no part of its brand. */
const LEGAL_FORMS = (
  'inc|incorporated|corp|corporation|llc|llp|lp|ltd|limited|plc|co|company|gmbh|gmbh & co kg|ag|kg|ug|se|sa|sas|sarl|' +
  'srl|spa|bv|nv|ab|as|aps|oy|oyj|kk|pty ltd|pte ltd|pvt ltd|sp z oo|doo'
).split('|');
const MAX_FORM_WORDS = 4;

/** Words that people write in small letters inside a name. */
const SMALL_WORDS = new Set(['and', 'of', 'the', 'for', 'de', 'la', 'le', 'und', 'y', 'et']);
/** The second level of domains such as example.co.uk. */
const SECOND_LEVELS = new Set(['co', 'com', 'net', 'org', 'gov', 'edu', 'ac', 'or', 'ne']);
const MAX_DOMAIN_LENGTH = 253;

const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' };

/** The name without "Inc.", "GmbH" and the like at its end, and without blanks around it. */
export function stripLegalForm(name: string): string {
  const whole = name.replace(/\s+/g, ' ').trim();
  const words = whole.split(' ');
  for (let count = Math.min(MAX_FORM_WORDS, words.length - 1); count > 0; count -= 1) {
    const form = words.slice(-count).join(' ').toLowerCase().replace(/[.,]+/g, '');
    const rest = words.slice(0, -count).join(' ').replace(/,+$/, '');
    // "Tiffany & Co." is a name, and so is "The Limited".
    if (LEGAL_FORMS.includes(form) && !/&$|^the$/i.test(rest)) return stripLegalForm(rest);
  }
  return whole;
}

/** The domain in an address or a text that is one; null if there is none. */
export function toDomain(text: string): string | null {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '' || /\s/.test(trimmed)) return null;
  const host = trimmed
    .replace(/^[a-z][a-z+.-]*:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/^.*@/, '')
    .replace(/:\d+$/, '')
    .replace(/^www\d?\./, '')
    .replace(/\.$/, '');
  const isDomain = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]+$/u.test(host);
  return isDomain && host.length <= MAX_DOMAIN_LENGTH ? host : null;
}

/** A name for the brand behind a domain: `acme-tools.co.uk` → `Acme Tools`. */
export function toNameOfDomain(domain: string): string {
  return toLabel(domain)
    .split('-')
    .filter((word) => word !== '')
    .map((word, index) => (index > 0 && SMALL_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
}

/** The part of a domain that is a name: without its endings, and without what stands before the name. */
function toLabel(domain: string): string {
  const parts = domain.split('.').slice(0, -1);
  if (parts.length > 1 && SECOND_LEVELS.has(parts.at(-1)!)) parts.pop();
  return parts.at(-1) ?? domain;
}

/**
 * How a brand may be spelled in answers, its name first: without the legal form, in one word, with umlauts spelled out,
 * and as its domain. Matching ignores letter case, so no two spellings differ only by it.
 */
export function deriveSpellings({ name, domain }: { name: string; domain: string | null }): string[] {
  const plain = stripLegalForm(name) || (domain === null ? '' : toNameOfDomain(domain));
  const found = [plain, joinWords(plain)];
  const spelledOut = plain.replace(/[äöüÄÖÜß]/g, (letter) => UMLAUTS[letter]!);
  if (spelledOut !== plain) found.push(spelledOut, joinWords(spelledOut));
  if (domain !== null) found.push(domain);
  return unique(found.filter((spelling) => spelling !== '' && spelling.length <= MAX_NAME_LENGTH));
}

/** "Acme Tools" → "AcmeTools", "Coca-Cola" → "CocaCola". Words that begin in small letters get a capital one. */
function joinWords(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => word !== '');
  if (words.length < 2) return name;
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

function unique(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = value.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
