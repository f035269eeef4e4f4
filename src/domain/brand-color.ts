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

export const HEX_COLOR = /^#[0-9a-fA-F]{6}$/;

/** What the names mean in the palette that most clients take them from. */
const HEX_OF: Readonly<Record<string, string>> = {
  orange: '#f97316',
  red: '#ef4444',
  amber: '#f59e0b',
  yellow: '#eab308',
  lime: '#84cc16',
  green: '#22c55e',
  emerald: '#10b981',
  teal: '#14b8a6',
  cyan: '#06b6d4',
  sky: '#0ea5e9',
  blue: '#3b82f6',
  indigo: '#6366f1',
  violet: '#8b5cf6',
  purple: '#a855f7',
  fuchsia: '#d946ef',
  pink: '#ec4899',
  rose: '#f43f5e',
  gray: '#6b7280',
};

/** The color itself if it is a name, otherwise the name that looks most like it. */
export function toColorName(color: string): string {
  if (!HEX_COLOR.test(color)) return color;
  const [nearest] = Object.keys(HEX_OF).sort((a, b) => toDistance(color, HEX_OF[a]!) - toDistance(color, HEX_OF[b]!));
  return nearest!;
}

function toDistance(one: string, other: string): number {
  const [first, second] = [one, other].map((hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));
  return first!.reduce((sum, value, index) => sum + (value - second![index]!) ** 2, 0);
}

/** The color that the fewest brands have, the first of them if there are several. Competitors leave the first to the own brand. */
export function chooseBrandColor(used: readonly string[], { is_own }: { is_own: boolean }): string {
  const candidates = is_own ? BRAND_COLORS : BRAND_COLORS.slice(1);
  const count = (color: string) => used.filter((other) => other === color).length;
  const fewest = Math.min(...candidates.map(count));
  return candidates.find((color) => count(color) === fewest)!;
}
