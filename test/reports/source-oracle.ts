// Computes reports on domains and URLs slowly and plainly, to compare with the service.
import { type Dataset, PAGES } from './dataset.ts';
import { type Chat, cutOut, type Key, type PlainRequest, toGroups } from './oracle.ts';

export type SourceKind = 'domain' | 'url';

export interface SourceRow {
  name: string;
  keys: Key[];
  /** Places of the brands that are mentioned where the source is retrieved, in order. */
  brands: number[];
  [metric: string]: unknown;
}

/** The domains or URLs report, computed the slow and obvious way. */
export function computeSources(
  data: Dataset,
  { kind, request }: { kind: SourceKind; request: PlainRequest },
): SourceRow[] {
  const nameOf = (page: number) => (kind === 'url' ? PAGES[page]! : new URL(PAGES[page]!).host);
  const rows = toGroups(data, request).flatMap(({ keys, chats }) => {
    const names = new Set(chats.flatMap(({ sources = [] }) => sources.map(({ page }) => nameOf(page))));
    return [...names].map((name) => toRow(data, { name, keys, chats, nameOf }));
  });
  return cutOut(rows, { request, usual: ['retrieval_count'], last: kind, read: (row) => row.name });
}

function toRow(
  data: Dataset,
  { name, keys, chats, nameOf }: { name: string; keys: Key[]; chats: Chat[]; nameOf(page: number): string },
): SourceRow {
  const pagesOf = (chat: Chat) => (chat.sources ?? []).filter(({ page }) => nameOf(page) === name);
  const retrieving = chats.filter((chat) => pagesOf(chat).length > 0);
  const pages = retrieving.flatMap(pagesOf);
  const named = new Set(retrieving.flatMap(({ mentions = [] }) => mentions.map(({ brand }) => brand)));
  const citation_count = pages.reduce((sum, page) => sum + page.citation_count, 0);
  return {
    name,
    keys,
    brands: [...named].sort((a, b) => a - b),
    retrieval_count: pages.length,
    citation_count,
    retrieved_chat_count: retrieving.length,
    total_chat_count: chats.length,
    retrieved_percentage: retrieving.length / chats.length,
    retrieval_rate: pages.length / chats.length,
    citation_rate: citation_count / pages.length,
    mentioned_brand_count: named.size,
    gap: data.own !== undefined && named.has(data.own) ? 0 : named.size,
  };
}
