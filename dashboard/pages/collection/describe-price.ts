import { formatDollars } from '../../format.ts';

/** `about $1.80`, `at least $1.80` or `free`; null if nothing is known. */
export function describePrice({ cost, cost_known }: { cost: number; cost_known: boolean }): string | null {
  if (cost === 0) return cost_known ? 'free' : null;
  return `${cost_known ? 'about' : 'at least'} ${formatDollars(cost)}`;
}
