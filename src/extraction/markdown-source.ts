// The text that the Markdown parser gets instead of the answer. It is as long as the answer, so that offsets stay the
// same, but has nothing for which the parser needs quadratic time (measured on satteri 0.10.5): long lines with characters
// outside ASCII, thousands of certain marks, deeply nested quotes and lists in one line. Bullets that Markdown does not know become
// those that it knows.

const MAX_MARKDOWN_LENGTH = 256 * 1024;
const MIN_HOSTILE_LENGTH = 4096;
// Marks that are slow to parse by the thousand. An answer with more than `max` of one has them replaced.
const COSTLY_MARKS = [
  { mark: '_', max: 1000, replacement: 'x' },
  { mark: '&', max: 1000, replacement: 'x' },
  { mark: '[^', max: 300, replacement: '[x' },
  { mark: '<!', max: 100, replacement: 'x!' },
  { mark: '<?', max: 100, replacement: 'x?' },
  { mark: '://', max: 300, replacement: 'x//' },
  { mark: 'www.', max: 300, replacement: 'wwwx' },
];
const NESTED_CONTAINERS = /(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){40}/y;
const MIN_NESTED_LENGTH = 40;
const NON_ASCII = /[^\0-\x7f]/g;
const MAX_LINE_LENGTH = 1500;

const BULLETS = ['\u2022', '\u2023', '\u25e6', '\u25aa', '\u25cf'];
const BULLET = /^([ \t]*)[\u2022\u2023\u25e6\u25aa\u25cf](?=[ \t]+\S)/gm;

/** The text to parse, or null for an answer that no model writes; it is read as plain text. */
export function toMarkdownSource(answer: string): string | null {
  if (answer.length > MAX_MARKDOWN_LENGTH) return null;
  const longestLine = measureLines(answer);
  if (longestLine === null) return null;
  // Most answers have none, and finding that out is much faster than looking at the start of every line.
  const listed = BULLETS.some((bullet) => answer.includes(bullet)) ? answer.replace(BULLET, '$1-') : answer;
  let source = longestLine > MAX_LINE_LENGTH ? listed.replace(NON_ASCII, toAscii) : listed;
  if (source.length < MIN_HOSTILE_LENGTH) return source;
  for (const { mark, max, replacement } of COSTLY_MARKS) {
    if (hasMoreThan(source, mark, max)) source = source.replaceAll(mark, replacement);
  }
  return source;
}

/** A letter, a space or a comma: for emphasis it only matters whether the marks touch a word. */
function toAscii(character: string, index: number, answer: string): string {
  if (isBesideMark(answer, index)) {
    if (/\s/.test(character)) return ' ';
    if (/\p{P}/u.test(character)) return ',';
  }
  return 'x';
}

function isBesideMark(answer: string, index: number): boolean {
  return isMark(answer.charCodeAt(index - 1)) || isMark(answer.charCodeAt(index + 1));
}

/** `*`, `_`, `~` */
function isMark(unit: number): boolean {
  return unit === 0x2a || unit === 0x5f || unit === 0x7e;
}

/** The length of the longest line, or null if a line starts with far too many nested quotes or lists. */
function measureLines(answer: string): number | null {
  let longest = 0;
  let start = 0;
  while (start <= answer.length) {
    const newline = answer.indexOf('\n', start);
    const end = newline === -1 ? answer.length : newline;
    longest = Math.max(longest, end - start);
    if (end - start >= MIN_NESTED_LENGTH && answer.charCodeAt(start) < 0x40) {
      NESTED_CONTAINERS.lastIndex = start;
      if (NESTED_CONTAINERS.test(answer)) return null;
    }
    start = end + 1;
  }
  return longest;
}

function hasMoreThan(text: string, part: string, limit: number): boolean {
  let count = 0;
  for (let i = text.indexOf(part); i !== -1; i = text.indexOf(part, i + part.length)) if (++count > limit) return true;
  return false;
}
