import type { Brand } from '../api/types.ts';

/** The brand that pages speak of: of the chosen ones our own, else our own, else whichever comes first. */
export function findFocusBrand(brands: readonly Brand[], chosen: readonly string[]): Brand | undefined {
  const among = brands.filter(({ id }) => chosen.includes(id));
  const isOwn = ({ is_own }: Brand) => is_own;
  return among.find(isOwn) ?? (among.length > 0 ? among[0] : (brands.find(isOwn) ?? brands[0]));
}
