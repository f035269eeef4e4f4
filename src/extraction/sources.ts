import type { GivenSource } from '../domain/chat.ts';
import { type NormalizedUrl, normalizeUrl } from './normalize-url.ts';
import type { ReadAnswer } from './read-markdown.ts';

export interface Source {
  url: string;
  url_normalized: string;
  domain: string;
  title: string | null;
  citation_count: number;
  /** Position among the cited sources by first citation, from 1; null if it is not cited. */
  citation_position: number | null;
}

const MAX_REMEMBERED_URLS = 20_000;
/** `[1]`, `[1, 2]` and `【1†source】` in answers whose sources are listed separately. */
const NUMBERED_CITATION =
  /\[(\d{1,3}(?:\s?,\s?\d{1,3}){0,9})\](?![(:]|\[(?!\d{1,3}[\],]))|【(\d{1,3})(?:†[^】]{0,80})?】/g;

/** A title that starts with a letter and has no Markdown. */
const PLAIN_TITLE = /^[A-Za-z][^*_`\\\s]*(?: [^*_`\\\s]+)*$/;

export interface SourceCollector {
  /** The pages of an answer, each once: first the given ones, then the others in order of appearance. */
  collect(answer: string, read: ReadAnswer, given: readonly GivenSource[]): Source[];
}

export function createSourceCollector(): SourceCollector {
  // Answers cite the same pages again and again, and parsing an address takes longer than finding a brand.
  let remembered = new Map<string, NormalizedUrl | null>();

  function normalize(url: string): NormalizedUrl | null {
    const known = remembered.get(url);
    if (known !== undefined) return known;
    if (remembered.size >= MAX_REMEMBERED_URLS) remembered = new Map();
    const normalized = normalizeUrl(url);
    if (url.length < 2000) remembered.set(url, normalized);
    return normalized;
  }

  return {
    collect(answer, { links }, given) {
      const pages = new Map<string, Source>();
      const counted = new Set<Source>();
      const inOrder = given.map((source) => addGiven(source));
      const definitions = new Map<string, Source>();
      const listed: Source[] = [];
      for (const link of links) {
        if (link.kind !== 'definition') continue;
        const page = add(link.url, link.title);
        if (page !== null && !definitions.has(link.identifier)) definitions.set(link.identifier, page);
      }
      let cited = 0;
      for (const link of links) {
        if (link.kind === 'definition') continue;
        const page = link.identifier === '' ? add(link.url, link.title) : definitions.get(link.identifier);
        if (page === undefined || page === null) continue;
        if (link.kind === 'listed') listed.push(page);
        else {
          if (page.title === null && link.identifier !== '') page.title = toTitle(link.title);
          cite(page);
        }
      }
      countNumbers(listed.length > 0 ? listed : inOrder);
      return [...pages.values()];

      function add(url: string, title: string): Source | null {
        const normalized = normalize(url);
        if (normalized === null) return null;
        const known = pages.get(normalized.url_normalized);
        if (known !== undefined) {
          known.title ??= toTitle(title);
          return known;
        }
        const page = { url, ...normalized, title: toTitle(title), citation_count: 0, citation_position: null };
        pages.set(normalized.url_normalized, page);
        return page;
      }

      function addGiven(source: GivenSource): Source | null {
        const page = add(source.url, source.title ?? '');
        if (page === null) return null;
        if (source.citation_count !== undefined) {
          page.citation_count = (counted.has(page) ? page.citation_count : 0) + source.citation_count;
          counted.add(page);
        }
        if (source.citation_position !== undefined && page.citation_position === null) {
          page.citation_position = source.citation_position;
        }
        return page;
      }

      function cite(page: Source): void {
        if (!counted.has(page)) {
          page.citation_count++;
          if (page.citation_position === null) page.citation_position = ++cited;
        } else if (page.citation_count > 0 && page.citation_position === null) page.citation_position = ++cited;
      }

      /** Numbers in the text refer to the list of references; without one, to the given sources. */
      function countNumbers(targets: readonly (Source | null)[]): void {
        // Numbers with their own definitions were already found by the parser.
        if (targets.length === 0 || definitions.size > 0) return;
        if (!answer.includes('[') && !answer.includes('【')) return;
        for (const match of answer.matchAll(NUMBERED_CITATION)) {
          for (const number of (match[1] ?? match[2]!).split(',')) {
            const page = targets[Number(number) - 1];
            if (page !== null && page !== undefined) cite(page);
          }
        }
      }
    },
  };
}

function toTitle(title: string): string | null {
  if (title === '') return null;
  if (PLAIN_TITLE.test(title)) return title;
  const words = title
    .replace(/[*_`\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return words === '' || /^\[?\d{1,3}\]?$/.test(words) ? null : words;
}
