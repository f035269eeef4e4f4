import { foldText } from './character-folding.ts';
import { isOrdinaryWord } from './ordinary-words.ts';

/** A spelling of a name. */
export interface NameVariant {
  /** With the letter case of the name. */
  spelling: string;
  /** The key in the trie: folded, one space for each separator. */
  key: string;
}

/** How many spellings of a name are looked for at most. */
export const MAX_VARIANTS = 48;

/**
 * A name can be written with a hyphen, a space or nothing between its parts, with or without apostrophes and
 * abbreviation dots, with `&` or `and`, with umlauts or their Latin spelling.
 */
export function toNameVariants(name: string): NameVariant[] {
  const trimmed = name.normalize('NFC').trim().replace(/\s+/g, ' ');
  const spellings = combine(toPieces(trimmed));
  for (const spelling of [...spellings]) {
    const latin = spelling.replace(/[äöüÄÖÜ]/g, (letter) => LATIN_UMLAUTS[letter]!);
    if (latin !== spelling) spellings.push(latin);
  }
  const variants = new Map<string, NameVariant>();
  spellings.forEach((spelling, index) => {
    const key = foldText(spelling).trim();
    if (key === '' || variants.has(key)) return;
    if (index > 0 && isMisleading(key, trimmed)) return;
    variants.set(key, { spelling, key });
  });
  return [...variants.values()];
}

const LATIN_UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' };

/** Whether a derived spelling is an everyday word, which does not point to the brand: `All Ways` is not `always`. */
function isMisleading(key: string, name: string): boolean {
  const isDerivedWord = /^[a-z]+$/.test(key) && /[^\p{L}]/u.test(name) && isOrdinaryWord(key);
  return isDerivedWord && !/^\p{L}+[!.]$/u.test(name);
}

/** The pieces of the name. Each is a list of interchangeable spellings, starting with the name's own. */
function toPieces(name: string): string[][] {
  const pieces: string[][] = [];
  const pattern =
    /(?<acronym>(?<![\p{L}\d])(?:\p{L}\.){2,})|(?<and> ?& ?| and (?=\S))|(?<plus>(?<=[\p{L}\d])\+$| plus$)|(?<abbreviation>(?<=(?<!\p{L})(?:Dr|Mr|Mrs|Ms|St|Mt|Ft|Bros)) )|(?<separator>[ \u00a0]|(?<=[\p{L}\p{N}])[-\u2010\u2011\u2013](?=[\p{L}\p{N}]))|(?<apostrophe>['\u2018\u2019\u02bc\u00b4])|(?<point>(?<=\p{L})\.(?= |$))|(?<mark>(?<=[\p{L}\d])!$|["\u201c\u201d])|(?<camel>(?<=\p{Ll}{2}|\p{Lu}\p{Ll})(?=\p{Lu}\p{L}))/giu;
  let done = 0;
  for (const match of name.matchAll(pattern)) {
    if (match.groups!.camel !== undefined && !isCamelCaseBoundary(name, match.index)) continue;
    if (match.index > done) pieces.push([name.slice(done, match.index)]);
    pieces.push(spellingsOf(match, name));
    done = match.index + match[0].length;
  }
  if (done < name.length) pieces.push([name.slice(done)]);
  return pieces;
}

// The pattern ignores case because of `and` and `plus`, so its letter classes match both cases.
function isCamelCaseBoundary(name: string, index: number): boolean {
  return /\p{L}\p{Ll}$/u.test(name.slice(0, index)) && /^\p{Lu}\p{Ll}/u.test(name.slice(index));
}

function spellingsOf(match: RegExpMatchArray, name: string): string[] {
  const own = match[0];
  const groups = match.groups!;
  const rest = name.slice(match.index! + own.length);
  if (groups.acronym !== undefined) return [own, own.replaceAll('.', '')];
  if (groups.and !== undefined) return [own, ' & ', '&', ' and '];
  if (groups.plus !== undefined) return [own, '+', ' Plus'];
  if (groups.separator !== undefined) return [own, ' ', ''];
  if (groups.apostrophe !== undefined) return /^\p{L}{2}/u.test(rest) ? [own, '', ' '] : [own, ''];
  if (groups.camel !== undefined) return ['', ' '];
  if (groups.abbreviation !== undefined) return [own, '. ', ''];
  return [own, ''];
}

function combine(pieces: string[][]): string[] {
  let spellings = [''];
  for (const options of pieces) {
    const usable = spellings.length * options.length > MAX_VARIANTS ? options.slice(0, 1) : options;
    spellings = usable.flatMap((option) => spellings.map((start) => start + option));
  }
  return spellings;
}
