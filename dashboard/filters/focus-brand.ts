import type { Brand } from '../api/types.ts';

/** The brand that a page is about. Selected brands come before others, and own brands before competitors. */
export function findFocusBrand(brands: readonly Brand[], chosen: readonly string[]): Brand | undefined {
  const selected = brands.filter(({ id }) => chosen.includes(id));
  const isOwn = ({ is_own }: Brand) => is_own;
  return selected.find(isOwn) ?? (selected.length > 0 ? selected[0] : (brands.find(isOwn) ?? brands[0]));
}
