// One table for all texts: what a UTF-16 code unit becomes without case, accents, width and typography. An entry is
// filled when its unit is first seen, because answers use few of the 65,536 units.

/** Classes of code units, for finding word boundaries. */
export const OTHER = 1;
export const LETTER = 2;
export const DIGIT = 3;
/** A letter of a script that is written without spaces, or attaches endings to names (Han, kana, Hangul, Thai, …). */
export const UNSPACED = 4;
/** Accents, soft hyphens, zero-width characters, ®: ignored inside names and at their ends. */
export const IGNORED = 5;

/** What every separator inside a name folds to: spaces, hyphens, no-break spaces. */
export const SEPARATOR = 0x20;
/** The unit folds to more than one: see `expansionOf`. */
export const EXPANDED = 0xffff;

// The class is in the low bits, UPPER_CASE above them; 0 stands for a unit that was not seen yet.
export const UPPER_CASE = 8;
export const CLASS_BITS = 7;
const traits = new Uint8Array(0x10000);
const folded = new Uint16Array(0x10000);
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
  ς: 'σ',
};
// Accents and vowel points, variation selectors, soft hyphens, zero-width characters, direction marks, ® ™ ℠ ©.
const IGNORED_RANGES = [
  [0x0300, 0x036f],
  [0x0591, 0x05bd],
  [0x05bf, 0x05bf],
  [0x05c1, 0x05c2],
  [0x064b, 0x0652],
  [0x0670, 0x0670],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20f0],
  [0xfe00, 0xfe0f],
  [0xfe20, 0xfe2f],
  [0x00ad, 0x00ae],
  [0x00a9, 0x00a9],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2069],
  [0xfeff, 0xfeff],
  [0x2120, 0x2120],
  [0x2122, 0x2122],
] as const;
const UNSPACED_PATTERN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Bopomofo}\u30fc\uff70]/u;

function fillEntry(unit: number): void {
  const character = String.fromCharCode(unit);
  const { kind, plain } = toFolding(character, unit);
  traits[unit] = kind | (/\p{Lu}/u.test(character) ? UPPER_CASE : 0);
  folded[unit] = plain.length === 1 ? plain.charCodeAt(0) : EXPANDED;
  if (plain.length !== 1) expansions.set(unit, plain);
}

function toFolding(character: string, unit: number): { kind: number; plain: string } {
  if (SEPARATORS.has(character)) return { kind: OTHER, plain: ' ' };
  if (APOSTROPHES.has(character)) return { kind: OTHER, plain: "'" };
  if (IGNORED_RANGES.some(([first, last]) => unit >= first && unit <= last)) return { kind: IGNORED, plain: character };
  if (unit >= 0xd800 && unit <= 0xdfff) return { kind: surrogateClass(unit), plain: character };
  const plain = (SPECIAL_LETTERS[character] ?? withoutAccents(character)).toLowerCase().normalize('NFKC');
  return { kind: letterClass(character), plain: plain === '' ? character : plain };
}

function letterClass(character: string): number {
  if (UNSPACED_PATTERN.test(character)) return UNSPACED;
  if (/[\p{L}\p{M}_]/u.test(character)) return LETTER;
  return /\p{Nd}/u.test(character) ? DIGIT : OTHER;
}

/** Kana and Hangul decompose too, but into letters, not accents. */
function withoutAccents(character: string): string {
  const decomposed = character.normalize('NFKD');
  const stripped = decomposed.replace(/[\u0300-\u036f]/g, '');
  if (stripped === decomposed) return character.normalize('NFKC');
  return stripped === '' ? character : stripped;
}

/** Planes 2 and 3 are Han; everything else outside the first plane (mostly emoji) separates words. */
function surrogateClass(unit: number): number {
  return (unit >= 0xd840 && unit <= 0xd8ff) || unit >= 0xdc00 ? UNSPACED : OTHER;
}

/** Class and case in one number; for a lower-case letter it is the class alone. */
export function traitsOf(unit: number): number {
  const known = traits[unit]!;
  if (known !== 0) return known;
  fillEntry(unit);
  return traits[unit]!;
}

export function classOf(unit: number): number {
  return traitsOf(unit) & CLASS_BITS;
}

export function isUpperCase(unit: number): boolean {
  return (traitsOf(unit) & UPPER_CASE) !== 0;
}

export function foldOf(unit: number): number {
  if (traits[unit] === 0) fillEntry(unit);
  return folded[unit]!;
}

export function expansionOf(unit: number): string {
  return expansions.get(unit) ?? '';
}

export function isWordUnit(unit: number): boolean {
  const kind = classOf(unit);
  return kind === LETTER || kind === DIGIT || kind === UNSPACED;
}

/** Whether a unit is an accent that belongs to the letter before it. */
export function isAccent(unit: number): boolean {
  return (unit >= 0x0300 && unit <= 0x036f) || (unit >= 0x1dc0 && unit <= 0x1dff) || (unit >= 0x20d0 && unit <= 0x20f0);
}

/** The folded form of a whole text: lower case, no accents, one space for every separator. */
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
