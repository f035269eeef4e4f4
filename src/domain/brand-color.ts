/**
 * The colors for brands that come without one. Each is as far as possible from those before it, so that the first few are
 * easiest to tell apart. Gray is left out: it looks like no color.
 */
export const BRAND_COLORS = [
  'blue',
  'amber',
  'pink',
  'green',
  'cyan',
  'violet',
  'purple',
  'lime',
  'rose',
  'red',
  'indigo',
  'teal',
  'sky',
  'emerald',
  'yellow',
  'orange',
  'fuchsia',
] as const;

/** The color that the fewest brands have, the first of them if there are several. Competitors leave the first to the own brand. */
export function chooseBrandColor(used: readonly string[], { is_own }: { is_own: boolean }): string {
  const candidates = is_own ? BRAND_COLORS : BRAND_COLORS.slice(1);
  const count = (color: string) => used.filter((other) => other === color).length;
  const fewest = Math.min(...candidates.map(count));
  return candidates.find((color) => count(color) === fewest)!;
}
