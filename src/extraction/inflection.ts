import { classOf, DIGIT, foldOf, isUpperCase, LETTER } from './character-folding.ts';
import type { Units } from './code-units.ts';

/** How a language continues a name within the same word. */
export interface Inflection {
  /** Folded, so without accents. */
  endings: ReadonlySet<string>;
  /** Whether a name and another word are written as one: `Philipslamp`. */
  hasCompounds: boolean;
}

const MAX_REST = 24;
/** Shorter names and words occur inside other words by chance. */
const MIN_NAME = 3;
const MIN_COMPOUND_NAME = 6;
const MIN_COMPOUND_REST = 3;

const toInflection = (endings: string, hasCompounds = false): Inflection => ({
  endings: new Set(endings.split(' ')),
  hasCompounds,
});

const GERMANIC = toInflection('s', true);
const NORTHERN = toInflection('s n ns en ens et ets ar arna er erne', true);
const WESTERN = toInflection('s');
const SLAVIC = toInflection('a u owi em iem om y i e ie ze ia iu ow owie ami ach o ou um ech');

const INFLECTIONS: Readonly<Record<string, Inflection>> = {
  en: WESTERN,
  fr: WESTERN,
  es: WESTERN,
  pt: WESTERN,
  de: GERMANIC,
  nl: GERMANIC,
  sv: NORTHERN,
  da: NORTHERN,
  no: NORTHERN,
  pl: SLAVIC,
  cs: SLAVIC,
  sk: SLAVIC,
};

/** How names are continued in a language; null if they are not, or nobody knows. */
export function findInflection(language: string | null): Inflection | null {
  return language === null ? null : (INFLECTIONS[language] ?? null);
}

/** Where a word ends that begins with a name and goes on with an ending; -1 if it goes on in another way. */
export function findInflectedEnd(
  { units, length }: Units,
  { start, end }: { start: number; end: number },
  { endings, hasCompounds }: Inflection,
): number {
  // Inflected names have a capital letter. Otherwise `seat` would be found in `seats`.
  if (end - start < MIN_NAME || !isUpperCase(units[start]!)) return -1;
  let at = end;
  let rest = '';
  for (; at < length; at++) {
    const unit = units[at]!;
    const kind = classOf(unit);
    if (kind === DIGIT || at - end >= MAX_REST) return -1;
    if (kind !== LETTER) break;
    // `BMWs` has a small letter after capitals; `TESLAS` may be all capitals.
    if (isUpperCase(unit) && !isUpperCase(units[end - 1]!)) return -1;
    rest += String.fromCharCode(foldOf(unit));
  }
  if (endings.has(rest)) return at;
  return hasCompounds && end - start >= MIN_COMPOUND_NAME && rest.length >= MIN_COMPOUND_REST ? at : -1;
}

/** What becomes of the end of a Polish name before the ending -e. */
const SOFTENED = [
  ['ch', 'sze'],
  ['k', 'ce'],
  ['g', 'dze'],
  ['r', 'rze'],
  ['t', 'cie'],
  ['d', 'dzie'],
  ['l', 'le'],
] as const;
/** Vowels that are left out before an ending: Skwarek, Skwarka; Goniec, Gońca; Wicher, Wichra. */
const FLEETING = [
  ['iec', 'c'],
  ['ek', 'k'],
  ['er', 'r'],
] as const;
const POLISH_ENDINGS = ['a', 'u', 'owi', 'em', 'iem', 'om', 'ow'];
/** And, for, with, as, then and the article, which Arabic writes as one word with the next. `كال`, "as the", compares with a thing. */
const ARABIC_PREFIXES = ['و', 'ف', 'ب', 'ل', 'ك', 'ال', 'وال', 'بال', 'لل'];

/** A form of a name that is more than the name and an ending, and the language that has it. */
export interface NameForm {
  key: string;
  language: string;
}

/** The forms of a folded name in which something else changes than its end. */
export function toNameForms(key: string): NameForm[] {
  if (/[a-z]{4}$/.test(key)) return toPolishForms(key).map((form) => ({ key: form, language: 'pl' }));
  if (/^[\u0621-\u064a]{2}/.test(key)) {
    return ARABIC_PREFIXES.map((prefix) => ({ key: prefix + key, language: 'ar' }));
  }
  return [];
}

/** Names that end in -a change their end (Toyota, Toyoty, Toyocie); of others, what only has an ending is left out here. */
function toPolishForms(key: string): string[] {
  if (!key.endsWith('a')) {
    const shortened = replaceEnd(key, FLEETING);
    return [
      ...(shortened === null ? [] : POLISH_ENDINGS.map((ending) => shortened + ending)),
      ...toList(/[td]$/.test(key) ? replaceEnd(key, SOFTENED) : null),
    ];
  }
  const stem = key.slice(0, -1);
  // Folding has taken the accents: ę and ą are e and a.
  const forms = ['y', 'i', 'e', 'o', 'ie', 'ii'].map((ending) => stem + ending);
  if (stem.endsWith('i')) forms.push(stem);
  if (stem.endsWith('c')) forms.push(`${stem.slice(0, -1)}ki`, `${stem.slice(0, -1)}ke`);
  return [...forms, ...toList(replaceEnd(stem, SOFTENED))];
}

function replaceEnd(word: string, ends: readonly (readonly [string, string])[]): string | null {
  const found = ends.find(([from]) => word.endsWith(from));
  return found ? word.slice(0, -found[0].length) + found[1] : null;
}

function toList(form: string | null): string[] {
  return form === null ? [] : [form];
}
