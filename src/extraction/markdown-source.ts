// What the Markdown parser is given instead of the answer. It is as long as the answer, so that offsets are the same,
// and free of what the parser takes quadratic time over (measured on satteri 0.10.5):
// long lines with characters beyond ASCII, some marks by the thousand, containers nested in one line.

const LONGEST_MARKDOWN = 256 * 1024;
const SHORTEST_HOSTILE = 4096;
// Marks that are costly by the thousand, and how many of each an answer keeps.
const COSTLY_MARKS = [
  { mark: '_', most: 1000, instead: 'x' },
  { mark: '&', most: 1000, instead: 'x' },
  { mark: '[^', most: 300, instead: '[x' },
  { mark: '<!', most: 100, instead: 'x!' },
  { mark: '<?', most: 100, instead: 'x?' },
  { mark: '://', most: 300, instead: 'x//' },
  { mark: 'www.', most: 300, instead: 'wwwx' },
];
const NESTED_CONTAINERS = /(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){40}/y;
const SHORTEST_NESTED = 40;
const BEYOND_ASCII = /[^\0-\x7f]/g;
const LONG_LINE = 1500;

/** The text to parse, or null for what no model writes and is to be read as plain text. */
export function toMarkdownSource(answer: string): string | null {
  if (answer.length > LONGEST_MARKDOWN) return null;
  const longestLine = measureLines(answer);
  if (longestLine === null) return null;
  let source = longestLine > LONG_LINE ? answer.replace(BEYOND_ASCII, toAscii) : answer;
  if (source.length < SHORTEST_HOSTILE) return source;
  for (const { mark, most, instead } of COSTLY_MARKS) {
    if (hasMoreThan(source, mark, most)) source = source.replaceAll(mark, instead);
  }
  return source;
}

/** A letter, a blank or a comma: what counts for emphasis is only whether its marks stand beside a word. */
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

/** The length of the longest line, or null where one starts with containers nested beyond reason. */
function measureLines(answer: string): number | null {
  let longest = 0;
  let start = 0;
  while (start <= answer.length) {
    const newline = answer.indexOf('\n', start);
    const end = newline === -1 ? answer.length : newline;
    longest = Math.max(longest, end - start);
    if (end - start >= SHORTEST_NESTED && answer.charCodeAt(start) < 0x40) {
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
