import type { GivenSource } from '../domain/chat.ts';
import { MAX_SOURCE_LENGTH } from '../domain/limits.ts';
import { normalizeUrl } from '../extraction/normalize-url.ts';
import { readAnswer } from '../extraction/read-answer.ts';
import { createSourceCollector, type Source } from '../extraction/sources.ts';
import { MAX_PAGES, toReadable } from './sources.ts';

/** A page as a provider names it. */
export interface NamedPage {
  url: string;
  title?: string | null | undefined;
}

export interface CitedPage extends NamedPage {
  /** How often, beside other entries for the page; default: once. */
  count?: number;
}

export interface NamedPages {
  /** The pages that the model read, in the provider's order: `[2]` in the answer means the second of them. */
  retrieved: readonly NamedPage[];
  /** The pages that are cited, in the order of the answer. */
  cited: readonly CitedPage[];
  answer: string;
}

const MAX_CITATIONS = 100_000;

/**
 * Every page once per normalized address, with the number of times that the provider marks it as cited or that the
 * answer links to it, whichever is more. Pages that only the answer names come last.
 */
export function mergeSources({ retrieved, cited, answer }: NamedPages): GivenSource[] {
  const text = toReadable(answer);
  const citations = countCitations(cited);
  const given = [...retrieved.slice(0, MAX_PAGES), ...citations.values()].map(toGiven).filter(isUsable);
  const pages = createSourceCollector().collect(text, readAnswer(text, []), given);
  const counts = new Map<string, number>();
  for (const { url, count } of citations.values()) {
    const page = normalizeUrl(url)?.url_normalized;
    if (page !== undefined) counts.set(page, (counts.get(page) ?? 0) + count);
  }
  const positions = toPositions([...counts.keys()], pages);
  return pages
    .filter(isUsable)
    .slice(0, MAX_PAGES)
    .map(({ url, title, url_normalized, citation_count }) => {
      const position = positions.get(url_normalized);
      return {
        url,
        ...(title === null ? {} : { title: title.slice(0, MAX_SOURCE_LENGTH) }),
        citation_count: Math.min(MAX_CITATIONS, Math.max(citation_count, counts.get(url_normalized) ?? 0)),
        ...(position === undefined ? {} : { citation_position: position }),
      };
    });
}

function countCitations(cited: readonly CitedPage[]): Map<string, NamedPage & { count: number }> {
  const counted = new Map<string, NamedPage & { count: number }>();
  for (const { url, title, count = 1 } of cited.slice(0, MAX_CITATIONS)) {
    const known = counted.get(url);
    if (known !== undefined) known.count += count;
    else if (counted.size < MAX_PAGES) counted.set(url, { url, title, count });
  }
  return counted;
}

/** The order of first citation: the provider's citations first, because they follow the text, then other links. */
function toPositions(cited: readonly string[], pages: readonly Source[]): Map<string, number> {
  const linked = pages
    .filter(({ citation_position }) => citation_position !== null)
    .sort((a, b) => a.citation_position! - b.citation_position!)
    .map(({ url_normalized }) => url_normalized);
  return new Map([...new Set([...cited, ...linked])].map((page, index) => [page, index + 1]));
}

function toGiven({ url, title }: NamedPage): GivenSource {
  const words = title?.replaceAll('\0', '').trim() ?? '';
  return { url: url.trim(), ...(words === '' ? {} : { title: words }) };
}

function isUsable({ url }: { url: string }): boolean {
  return url !== '' && url.length <= MAX_SOURCE_LENGTH && !url.includes('\0');
}
