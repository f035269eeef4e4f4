// One table for all texts: what a UTF-16 code unit becomes when case, accents, width and typography are put aside.
// Filled on first sight of a unit, since answers use few of the 65,536.

/** Classes of code units, as far as word boundaries go. */
export const OTHER = 1;
export const LETTER = 2;
export const DIGIT = 3;
/** A letter of a script written without spaces, or whose endings are glued on (Han, kana, Hangul, Thai, …). */
export const UNSPACED = 4;
/** Accents, soft hyphens, zero-width characters, ®: skipped inside names and at their edges. */
export const IGNORED = 5;

/** What every separator inside a name folds to: blanks, hyphens, no-break spaces. */
export const SEPARATOR = 0x20;
export const APOSTROPHE = 0x27;
/** Folds to more than one unit: ask `expansionOf`. */
export const EXPANDED = 0xffff;

const classes = new Uint8Array(0x10000);
const folded = new Uint16Array(0x10000);
const upperCase = new Uint8Array(0x10000);
const expansions = new Map<number, string>();

const SEPARATORS = new Set(' \t\n\u00a0\u1680\u202f\u205f\u3000-\u2010\u2011\u2012\u2013\u2212\uff0d');
const APOSTROPHES = new Set("'\u2018\u2019\u02bc\u2032\u00b4`\uff07");
const SPECIAL_LETTERS: Record<string, string> = {
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  ø: 'o',
  Ø: 'o',
  đ: 'd',
  Đ: 'd',
  ð: 'd',
  Ð: 'd',
  ł: 'l',
  Ł: 'l',
  ı: 'i',
  þ: 'th',
  Þ: 'th',
};
const IGNORED_PATTERN =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u0652\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u200b-\u200f\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\u00ae\u2122\u2120\u00a9]/;
const UNSPACED_PATTERN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Bopomofo}\u30fc\uff70]/u;

function fill(unit: number): void {
  const character = String.fromCharCode(unit);
  upperCase[unit] = /\p{Lu}/u.test(character) ? 1 : 0;
  if (SEPARATORS.has(character)) return set(unit, OTHER, ' ');
  if (APOSTROPHES.has(character)) return set(unit, OTHER, "'");
  if (IGNORED_PATTERN.test(character)) return set(unit, IGNORED, character);
  if (unit >= 0xd800 && unit <= 0xdfff) return set(unit, surrogateClass(unit), character);
  const plain = SPECIAL_LETTERS[character] ?? withoutAccents(character);
  const kind = UNSPACED_PATTERN.test(character)
    ? UNSPACED
    : /[\p{L}\p{M}_]/u.test(character)
      ? LETTER
      : /\p{Nd}/u.test(character)
        ? DIGIT
        : OTHER;
  set(unit, kind, plain.toLowerCase().normalize('NFKC') || character);
}

function set(unit: number, kind: number, plain: string): void {
  classes[unit] = kind;
  if (plain.length === 1) {
    folded[unit] = plain.charCodeAt(0);
    return;
  }
  folded[unit] = EXPANDED;
  expansions.set(unit, plain);
}

/** Kana and Hangul decompose too, but there the parts are letters, not accents. */
function withoutAccents(character: string): string {
  const decomposed = character.normalize('NFKD');
  const stripped = decomposed.replace(/[\u0300-\u036f]/g, '');
  if (stripped === decomposed) return character.normalize('NFKC');
  return stripped === '' ? character : stripped;
}

/** Planes 2 and 3 hold Han; everything else beyond the first plane (emoji above all) separates words. */
function surrogateClass(unit: number): number {
  return (unit >= 0xd840 && unit <= 0xd8ff) || unit >= 0xdc00 ? UNSPACED : OTHER;
}

export function classOf(unit: number): number {
  const known = classes[unit]!;
  if (known !== 0) return known;
  fill(unit);
  return classes[unit]!;
}

export function foldOf(unit: number): number {
  if (classes[unit] === 0) fill(unit);
  return folded[unit]!;
}

export function expansionOf(unit: number): string {
  return expansions.get(unit) ?? '';
}

export function isUpperCase(unit: number): boolean {
  if (classes[unit] === 0) fill(unit);
  return upperCase[unit] === 1;
}

export function isWordUnit(unit: number): boolean {
  const kind = classOf(unit);
  return kind === LETTER || kind === DIGIT || kind === UNSPACED;
}

/** The folded form of a whole text: lower case, no accents, one blank for every separator. */
export function foldText(text: string): string {
  let plain = '';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (classOf(unit) === IGNORED) continue;
    const fold = foldOf(unit);
    plain += fold === EXPANDED ? expansionOf(unit) : String.fromCharCode(fold);
  }
  return plain;
}
