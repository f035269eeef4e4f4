import MiniSearch from 'minisearch';

/** A part of a page under one heading. */
export interface Passage {
  url: string;
  /** The title of the page. */
  page: string;
  heading: string;
  text: string;
}

export interface Found {
  url: string;
  page: string;
  heading: string;
  excerpt: string;
}

const MAX_FOUND = 8;
const EXCERPT_LENGTH = 110;

/** Searches in passages by the beginnings of words, and forgives typing errors in longer ones. */
export function createSearch(passages: readonly Passage[]): (words: string) => Found[] {
  const index = new MiniSearch<Passage>({
    idField: 'url',
    fields: ['page', 'heading', 'text'],
    searchOptions: {
      boost: { page: 3, heading: 4 },
      boostDocument: weigh,
      combineWith: 'AND',
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(passages);
  const byUrl = new Map(passages.map((passage) => [passage.url, passage]));
  return (words) =>
    index
      .search(words)
      .slice(0, MAX_FOUND)
      .map(({ id, terms }) => {
        const { url, page, heading, text } = byUrl.get(id)!;
        return { url, page, heading, excerpt: toExcerpt(text, terms) };
      });
}

/** Guides come first, and the operations of the API, which are many and alike, last. */
function weigh(url: string): number {
  if (url.startsWith('/docs/guide/')) return 2;
  return url.startsWith('/docs/reference') ? 0.4 : 1;
}

/** The words around the first one that was found. */
function toExcerpt(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const place = places.length === 0 ? 0 : Math.min(...places);
  const start = place < EXCERPT_LENGTH / 2 ? 0 : text.lastIndexOf(' ', place - EXCERPT_LENGTH / 3) + 1;
  const end = text.length - start <= EXCERPT_LENGTH ? text.length : text.lastIndexOf(' ', start + EXCERPT_LENGTH);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}
