import type { GivenSource } from '../domain/chat.ts';
import { MAX_SOURCE_LENGTH } from '../domain/limits.ts';
import { normalizeUrl } from '../extraction/normalize-url.ts';
import { readAnswer } from '../extraction/read-answer.ts';
import { createSourceCollector } from '../extraction/sources.ts';

export interface Page {
  url: string;
  title: string | null;
}

export interface Retrieval {
  answer: string;
  /** The pages that were retrieved, as the provider lists them. */
  pages: readonly Page[];
  /** The address of each citation that the provider marks, in the order of the answer. */
  marks: readonly string[];
}

// Answers have dozens of sources. The limits keep a broken or hostile response from holding up the process.
export const MAX_PAGES = 1000;
const MAX_READ_ANSWER = 256 * 1024;

interface Counted extends Page {
  marks: number;
  links: number;
  position: number | null;
}

/** Every retrieved page once, with how often it is cited: by the provider's marks or by links in the answer, whichever is more. */
export function toSources({ answer, pages, marks }: Retrieval): GivenSource[] {
  const counted = new Map<string, Counted>();
  const byUrl = new Map<string, Counted | undefined>();
  const find = (url: string): Counted | undefined => {
    if (!byUrl.has(url) && byUrl.size < MAX_PAGES) byUrl.set(url, add(url));
    return byUrl.get(url);
  };
  const add = (url: string): Counted | undefined => {
    const normalized = url.length > MAX_SOURCE_LENGTH ? null : normalizeUrl(url);
    if (normalized === null) return undefined;
    const key = normalized.url_normalized;
    const page = counted.get(key) ?? { url: url.trim(), title: null, marks: 0, links: 0, position: null };
    counted.set(key, page);
    return page;
  };
  for (const { url, title } of pages) {
    const page = find(url);
    if (page !== undefined) page.title ??= toTitle(title);
  }
  let cited = 0;
  const cite = (page: Counted) => {
    page.position ??= ++cited;
  };
  for (const url of marks) {
    const page = find(url);
    if (page === undefined) continue;
    page.marks++;
    cite(page);
  }
  // Without the text it leaves numbers alone: what they refer to is the provider's business.
  const inAnswer = createSourceCollector().collect('', readAnswer(toReadable(answer), []), []);
  const linked = inAnswer.filter((source) => source.citation_position !== null && counted.has(source.url_normalized));
  for (const source of linked.sort((a, b) => a.citation_position! - b.citation_position!)) {
    const page = counted.get(source.url_normalized)!;
    page.links = source.citation_count;
    cite(page);
  }
  return [...counted.values()].map(({ url, title, marks, links, position }) => ({
    url,
    ...(title === null ? {} : { title }),
    citation_count: Math.max(marks, links),
    ...(position === null ? {} : { citation_position: position }),
  }));
}

/** Nothing of a text that nobody could read: reading it would take seconds. */
export function toReadable(answer: string): string {
  return answer.length > MAX_READ_ANSWER ? '' : answer;
}

function toTitle(title: string | null): string | null {
  const text = cleanText(title ?? '')
    .trim()
    .slice(0, MAX_SOURCE_LENGTH);
  // xAI numbers its citations there.
  return text === '' || /^\d{1,3}$/.test(text) ? null : text;
}

/** Without U+0000 and halves of surrogate pairs, which not every engine can store. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
