import { classOf, foldOf, foldText, isUpperCase, LETTER, SEPARATOR } from './character-folding.ts';
import { toNameForms } from './inflection.ts';
import { toNameVariants } from './name-variants.ts';
import { isOrdinaryWord } from './ordinary-words.ts';

export interface TrackedBrand {
  brand: number;
  name: string;
  aliases: string[];
  /** Phrases that contain the name but are not the brand. */
  exclude: string[];
  regex: string | null;
  case: 'smart' | 'sensitive' | 'insensitive';
  domains: string[];
  is_own: boolean;
}

/** One spelling of a name, alias or excluded phrase of one brand. */
export interface BrandPattern {
  brand: number;
  /** The name or alias as the brand gives it. */
  alias: string;
  rule: 'name' | 'alias' | 'exclude';
  /** Folded, as the trie holds it. */
  key: string;
  /** The letters with their case, if the case has to match; otherwise null. */
  cased: string | null;
  /** For ordinary words with a capital inside (`eMotion`): the letters with their case, which are evidence enough. */
  unusual: string | null;
  /** For ordinary words: which words of the spelling need a capital letter; otherwise null. */
  capitals: readonly boolean[] | null;
  capitalCount: number;
  /** The brand writes it in capital letters only. */
  isAllCapitals: boolean;
  /** It begins with a capital letter, which texts in other languages than English are expected to have. */
  hasInitial: boolean;
  /** The only language that has this form; null for the name itself. */
  language: string | null;
  /** For ordinary words: the words of the spelling; empty for other names, of which there may be very many. */
  words: readonly string[];
}

const NO_WORDS: readonly string[] = [];

/** Every pattern of every brand, grouped by key. */
export function toBrandPatterns(brands: readonly TrackedBrand[]): Map<string, BrandPattern[]> {
  const byKey = new Map<string, BrandPattern[]>();
  brands.forEach((brand, index) => {
    const seen = new Set<string>();
    const add = (alias: string, rule: BrandPattern['rule']) => {
      for (const pattern of toPatterns(alias, rule, index, brand.case)) {
        const id = `${rule === 'exclude'} ${pattern.key}`;
        if (seen.has(id)) continue;
        seen.add(id);
        const group = byKey.get(pattern.key);
        if (group === undefined) byKey.set(pattern.key, [pattern]);
        else group.push(pattern);
      }
    };
    add(brand.name, 'name');
    for (const alias of brand.aliases) add(alias, 'alias');
    for (const phrase of brand.exclude) add(phrase, 'exclude');
  });
  return byKey;
}

function toPatterns(
  alias: string,
  rule: BrandPattern['rule'],
  brand: number,
  mode: TrackedBrand['case'],
): BrandPattern[] {
  return toNameVariants(alias).flatMap(({ spelling, key }, index): BrandPattern[] => {
    const words = key.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word));
    // A phrase that the brand itself writes in lower case needs no capitals.
    const isLowerCasePhrase = words.length > 1 && !/\p{Lu}/u.test(spelling);
    const isOrdinary = rule !== 'exclude' && mode === 'smart' && !isLowerCasePhrase && isOrdinaryName(key, words);
    const capitals = isOrdinary ? toCapitals(spelling) : null;
    const pattern = {
      brand,
      alias,
      rule,
      key,
      hasInitial: rule !== 'exclude' && mode === 'smart' && isUpperCase(spelling.charCodeAt(0)),
      language: null,
      cased: rule !== 'exclude' && mode === 'sensitive' ? toCasedLetters(spelling) : null,
      unusual: isOrdinary && /\p{Ll}\p{Lu}/u.test(spelling) ? toCasedLetters(spelling) : null,
      capitals,
      capitalCount: capitals?.filter(Boolean).length ?? 0,
      isAllCapitals: !/\p{Ll}/u.test(alias),
      words: isOrdinary ? words : NO_WORDS,
    };
    // Of the name as it is given: other spellings are many, and rarely inflected.
    if (index > 0 || rule === 'exclude' || mode !== 'smart') return [pattern];
    return [pattern, ...toNameForms(key).map((form) => ({ ...pattern, capitals: null, ...form }))];
  });
}

/** Whether all its words are in the dictionary, or it is a single letter, which is in any text. */
function isOrdinaryName(key: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  if (words.length === 1 && /^\p{L}$/u.test(key)) return true;
  if (!/^[a-z &]+$/.test(key)) return false;
  return words.every((word) => (word.length > 1 || word === 'a' || word === 'i') && isOrdinaryWord(word));
}

function toCapitals(spelling: string): boolean[] {
  const capitals = toInitials(spelling).map(isUpperCase);
  return capitals.includes(true) ? capitals : [true];
}

/** The first code unit of each word; separators end a word. */
export function toInitials(text: string): number[] {
  const initials: number[] = [];
  let isInside = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (foldOf(unit) === SEPARATOR) isInside = false;
    else if (!isInside && classOf(unit) === LETTER) {
      initials.push(unit);
      isInside = true;
    }
  }
  return initials;
}

/** The letters of a text without accents but with their case. */
export function toCasedLetters(text: string): string {
  let letters = '';
  for (const character of text.normalize('NFC')) {
    const plain = foldText(character);
    if (!/\p{L}|\p{N}/u.test(plain)) continue;
    letters += isUpperCase(character.charCodeAt(0)) ? plain.toUpperCase() : plain;
  }
  return letters;
}
