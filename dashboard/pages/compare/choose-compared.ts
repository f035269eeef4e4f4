import type { Brand, BrandRow } from '../../api/types.ts';
import type { Selection } from '../../filters/selection.ts';
import { chooseDrawn } from '../overview/trend-report.ts';

/** More brands do not fit side by side. */
export const MAX_COMPARED = 6;

/** The brands side by side: the selected ones, or the brand of the page and the most visible others. */
export function chooseCompared(
  selection: Selection,
  rows: readonly BrandRow[],
  { brands, focus }: { brands: readonly Brand[]; focus: Brand },
): Brand[] {
  const drawn = chooseDrawn(selection, rows, focus).slice(0, MAX_COMPARED);
  const found = drawn.flatMap((id) => brands.find((brand) => brand.id === id) ?? []);
  // All of the selected ones may have been deleted.
  return found.length > 0 ? found : [focus];
}
