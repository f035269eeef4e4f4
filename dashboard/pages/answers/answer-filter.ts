import { MAX_SEARCH_LENGTH } from '../../../src/domain/limits.ts';
import type { Brand } from '../../api/types.ts';
import { findFocusBrand } from '../../filters/focus-brand.ts';
import type { Location } from '../../routing/location.ts';
import { formatSorting, parseSorting, type Sorting } from '../../table/columns.ts';

export const NEWEST_FIRST: Sorting = { column: 'date', isDescending: true };

/** The columns that answers can be sorted by, and how the API names them. */
const ORDERS = { date: 'date', mentions: 'mention_count', position: 'position', sentiment: 'sentiment' } as const;

/** The orders that a person may want, in words. */
export const ANSWER_ORDERS: readonly { label: string; sorting: Sorting }[] = [
  { label: 'Newest first', sorting: NEWEST_FIRST },
  { label: 'Oldest first', sorting: { column: 'date', isDescending: false } },
  { label: 'Most mentions', sorting: { column: 'mentions', isDescending: true } },
  { label: 'Fewest mentions', sorting: { column: 'mentions', isDescending: false } },
  { label: 'Best position', sorting: { column: 'position', isDescending: false } },
  { label: 'Worst position', sorting: { column: 'position', isDescending: true } },
  { label: 'Most positive', sorting: { column: 'sentiment', isDescending: true } },
  { label: 'Most negative', sorting: { column: 'sentiment', isDescending: false } },
];

export interface AnswerFilter {
  /** The brand whose metrics are shown for each answer. */
  brand: string;
  /** Lists only answers that mention the brand. */
  isMentioned: boolean;
  prompt: string | null;
  search: string;
  sorting: Sorting;
}

/** Reads which answers to list, in addition to the filters of the bar. A brand that was deleted is passed over. */
export function readAnswerFilter(
  { params }: Location,
  { brands, chosen }: { brands: readonly Brand[]; chosen: readonly string[] },
): AnswerFilter {
  const mentioned = brands.find(({ id }) => id === params.get('mentions'))?.id;
  const sorting = parseSorting(params.get('sort'), NEWEST_FIRST);
  return {
    brand: mentioned ?? findFocusBrand(brands, chosen)?.id ?? '',
    isMentioned: mentioned !== undefined,
    prompt: params.get('prompt'),
    search: (params.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    sorting: sorting.column in ORDERS ? sorting : NEWEST_FIRST,
  };
}

/** The order as the API takes it. */
export function toOrder({ column, isDescending }: Sorting) {
  return { order_by: ORDERS[column as keyof typeof ORDERS], sort: isDescending ? 'desc' : 'asc' } as const;
}

export function isSameOrder(a: Sorting, b: Sorting): boolean {
  return formatSorting(a) === formatSorting(b);
}

/** The parameters that the page of an answer keeps, so that it knows the list that it was opened from. */
export function keepListParams({ params }: Location) {
  return Object.fromEntries(['prompt', 'mentions', 'q', 'sort'].map((name) => [name, params.get(name)]));
}
