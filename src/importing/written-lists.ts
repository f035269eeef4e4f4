import type { GivenSource } from '../domain/chat.ts';

/** What tools write where there is nothing. */
const NOTHING = /^(?:[-–—]+|n\/?a|none|null|no (?:sources?|citations?|links?)|\[\]|0)$/i;

/** The text of a link may have one pair of brackets in it. */
const MARKDOWN_LINK =
  /\[((?:[^[\]\n]|\[[^[\]\n]{0,500}\]){0,4000})\]\(\s{0,10}<?(https?:\/\/[^\s)>]{1,4000})>?[^)\n]{0,1000}\)/gi;
/** A mark between two addresses. Elsewhere a mark may be a part of an address. */
const MARK_BEFORE_ADDRESS = /[,;|](?=https?:\/\/|www\.)/i;
const MARK = /[,;|]/;
const LEADING = new Set('<("\'*-•,;|');
const TRAILING = new Set('>"\',;|');
/** `1.`, `[2]`, `3)` before an address. */
const NUMBERING = /^\[?\d{1,3}[\].:)]{1,2}$/;
const HOST = /^(?:https?:\/\/)?(?:[\p{Letter}\p{Number}_-]+\.)+\p{Letter}{2,}(?::\d+)?(?:[/?#]\S*)?$/iu;
const ADDRESS_KEYS = ['url', 'link', 'href', 'uri', 'address', 'source', 'domain'];
const DETAIL_KEYS = ['title', 'citation_count', 'citation_position'];

/** The pages of a cell: as JSON, as Markdown links, or separated by blanks, commas, semicolons or lines. Undefined if they cannot be understood. */
export function parsePages(value: unknown): Partial<GivenSource>[] | undefined {
  if (Array.isArray(value)) return toPages(value);
  if (typeof value === 'object' && value !== null) return toPages([value]);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text === '' || NOTHING.test(text)) return [];
  const parsed = parseJsonCell(text);
  if (parsed !== undefined) return parsePages(parsed);
  const links = [...text.matchAll(MARKDOWN_LINK)].map((match) => ({ url: match[2]!, title: match[1]! }));
  const rest = links.length > 0 ? text.replace(MARKDOWN_LINK, ' ') : text;
  const addresses = splitAddresses(rest);
  // Beside links there may be words; without any, words are a mistake.
  if (links.length > 0) return [...links.map(withTitle), ...addresses.filter(isAddress).map(toPage)];
  return addresses.every(isAddress) && addresses.length > 0 ? addresses.map(toPage) : undefined;
}

/** The parts of a text without white space, marks around them and numbers before them. */
function splitAddresses(text: string): string[] {
  return text
    .split(/\s+/)
    .flatMap((part) => part.split(MARK_BEFORE_ADDRESS))
    .flatMap((part) => (/^\W{0,3}https?:/i.test(part) ? [part] : part.split(MARK)))
    .map(trimMarks)
    .filter((part) => part !== '' && !NUMBERING.test(part));
}

/** TRICKY: a loop, because an expression such as `/[,;]+$/` takes quadratic time. */
function trimMarks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && LEADING.has(text[start]!)) start += 1;
  while (end > start && TRAILING.has(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}

function isAddress(text: string): boolean {
  return HOST.test(text) || /^https?:\/\/\S+$/i.test(text);
}

/** People leave out the scheme. Any other one stays, and the page is not counted. */
function toPage(url: string): GivenSource {
  return { url: /^https?:\/\//i.test(url) || !HOST.test(url) ? url : `https://${url}` };
}

function withTitle({ url, title }: { url: string; title: string }): GivenSource {
  return title.trim() === '' ? { url } : { url, title: title.trim() };
}

/** Entries of a list: addresses, or objects with one. What is neither stays as it is, and is refused later. */
function toPages(entries: readonly unknown[]): Partial<GivenSource>[] {
  return entries.map((entry) => {
    if (typeof entry === 'string') return toPage(entry.trim());
    if (typeof entry !== 'object' || entry === null) return entry as Partial<GivenSource>;
    const known = entry as Record<string, unknown>;
    const key = ADDRESS_KEYS.find((name) => typeof known[name] === 'string');
    if (key === undefined) return known;
    const details = DETAIL_KEYS.filter((name) => known[name] != null).map((name) => [name, known[name]]);
    return { ...toPage((known[key] as string).trim()), ...Object.fromEntries(details) };
  });
}

/** Texts of a cell: as JSON, one per line, or separated by semicolons or bars. */
export function parseLines(value: unknown): unknown {
  return typeof value === 'string' ? (parseJsonList(value) ?? split(value, /[\n;|]/)) : value;
}

/** The same for short names, which may be separated by commas too. */
export function parseNames(value: unknown): unknown {
  return typeof value === 'string' ? (parseJsonList(value) ?? split(value, /[\n;|,]/)) : value;
}

function parseJsonList(text: string): unknown[] | undefined {
  const parsed = parseJsonCell(text.trim());
  return Array.isArray(parsed) ? parsed : undefined;
}

/** The object or the list in a cell; undefined if it is not JSON. */
export function parseJsonCell(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function split(text: string, separator: RegExp): string[] {
  if (NOTHING.test(text.trim())) return [];
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
