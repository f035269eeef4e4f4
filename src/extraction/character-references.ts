// The character references that answers use in and around names; a parser's full table has 2,231. Others stay text.
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  reg: '®',
  trade: '™',
  copy: '©',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oelig: 'œ',
  OElig: 'Œ',
  oslash: 'ø',
  Oslash: 'Ø',
  aring: 'å',
  Aring: 'Å',
  ccedil: 'ç',
  Ccedil: 'Ç',
};
const ACCENTS: Record<string, string> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  caron: '\u030c',
};
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,31}));/y;

/** The character that the reference at `index` stands for, and where the reference ends; null without one. */
export function decodeCharacterReference(text: string, index: number): { value: string; end: number } | null {
  REFERENCE.lastIndex = index;
  const match = REFERENCE.exec(text);
  if (match === null) return null;
  const value =
    match[3] !== undefined
      ? decodeName(match[3])
      : fromCodePoint(match[1] !== undefined ? Number.parseInt(match[1], 10) : Number.parseInt(match[2]!, 16));
  return value === null ? null : { value, end: REFERENCE.lastIndex };
}

function decodeName(name: string): string | null {
  const value = NAMED[name];
  if (value !== undefined) return value;
  const accent = ACCENTS[name.slice(1)];
  if (accent === undefined) return null;
  const composed = (name[0]! + accent).normalize('NFC');
  return composed.length === 1 ? composed : null;
}

function fromCodePoint(point: number): string {
  const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : '\ufffd';
}
