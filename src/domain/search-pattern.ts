/** Where the letters are that have a case. Looking at all characters would hold everybody up for a moment. */
export const CASED: readonly (readonly [first: number, last: number])[] = [
  [0x41, 0x24ff],
  [0x2c00, 0x2dff],
  [0xa640, 0xa7ff],
  [0xab30, 0xabbf],
  [0xff21, 0xff5a],
  [0x10400, 0x10dff],
  [0x118a0, 0x118df],
  [0x16e40, 0x16eff],
  [0x1e900, 0x1e943],
];
const SPECIAL = /[\\^$.|?*+()[\]{}]/;
/** Emphasis around a word does not keep it from being found. */
const GAP = '[*_]{0,3}[ \\t\\r\\n\u00a0]+[*_]{0,3}';

/**
 * A regular expression that finds a text whatever its letter case. It names both cases of each letter, so that PostgreSQL,
 * DuckDB and JavaScript find the same: what an engine itself takes for a lower-case letter may depend on its locale.
 */
export function toSearchPattern(search: string): string {
  const words = search.split(/\s+/u).filter((word) => word !== '');
  return words.map((word) => [...word].map(toCharacterPattern).join('')).join(GAP);
}

function toCharacterPattern(character: string): string {
  if (SPECIAL.test(character)) return `\\${character}`;
  const cases = listCases().get(foldCase(character));
  return cases === undefined ? character : `[${cases}]`;
}

/** The same for letters that differ only in case. Letters whose other case is several letters stay as they are. */
function foldCase(character: string): string {
  const upper = toSingle(character.toUpperCase()) ?? character;
  return toSingle(upper.toLowerCase()) ?? upper;
}

function toSingle(text: string): string | undefined {
  return text.length === String.fromCodePoint(text.codePointAt(0)!).length ? text : undefined;
}

let cases: ReadonlyMap<string, string> | undefined;

/** All letters that have several cases, together with those, by their folded letter. */
function listCases(): ReadonlyMap<string, string> {
  if (cases) return cases;
  const found = new Map<string, string>();
  for (const [first, last] of CASED) {
    for (let code = first; code <= last; code++) {
      const character = String.fromCodePoint(code);
      const folded = foldCase(character);
      if (folded !== character) found.set(folded, (found.get(folded) ?? folded) + character);
    }
  }
  cases = found;
  return found;
}
