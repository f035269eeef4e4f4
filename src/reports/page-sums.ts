import { type RawBuilder, sql } from 'kysely';

export type SourceKind = 'domain' | 'url';

/** Which pages are added up. */
export interface Pages {
  kind: SourceKind;
  /** All pages of a chat, and not only some that a filter chooses. */
  is_whole: boolean;
}

/** The sums over retrieved pages `f` that source reports are made of. */
export const PAGE_SUMS = {
  retrieval_count: () => sql`count(*)`,
  citation_count: () => sql`sum(f.citation_count)::bigint`,
  retrieved_chat_count: ({ kind, is_whole }) => {
    if (kind === 'url') return sql`count(*)`;
    // The mark on a chat's first page of a domain only helps where all of its pages are counted.
    return is_whole ? sql`sum(f.is_first)::bigint` : sql`count(distinct f.chat)`;
  },
} satisfies Record<string, (pages: Pages) => RawBuilder<unknown>>;

export type PageSumName = keyof typeof PAGE_SUMS;
export const PAGE_SUM_NAMES = Object.keys(PAGE_SUMS) as PageSumName[];

export function selectPageSums(pages: Pages): RawBuilder<unknown>[] {
  return PAGE_SUM_NAMES.map((name) => sql`${PAGE_SUMS[name](pages)} as ${sql.raw(name)}`);
}
