import { formatCount } from '../format.ts';

/** Between which limits a value most likely is. */
export interface Bounds {
  low: number;
  high: number;
}

/** One line of a chart. */
export interface Series {
  id: string;
  name: string;
  color: string;
  isStrong: boolean;
  values: readonly (number | undefined)[];
  /** How many answers each value comes from. */
  counts: readonly number[];
  /** How sure each value is; undefined where nobody knows. */
  bounds?: readonly (Bounds | undefined)[] | undefined;
}

/** What a line says at one index. */
export interface Reading extends Pick<Series, 'id' | 'name' | 'color'> {
  value: number | undefined;
  count: number;
  bounds: Bounds | undefined;
}

/** What all lines say at one index, in their order. */
export function readSeries(series: readonly Series[], index: number): Reading[] {
  return series.map(({ id, name, color, values, counts, bounds }) => {
    return { id, name, color, value: values[index], count: counts[index] ?? 0, bounds: bounds?.[index] };
  });
}

/** The best first, and those without a value last. */
export function sortReadings(readings: readonly Reading[], { isInverted }: { isInverted: boolean }): Reading[] {
  return [...readings].sort(({ value: a }, { value: b }) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return isInverted ? a - b : b - a;
  });
}

/** The number of answers that all values come from; undefined if they differ. */
export function findSharedCount(readings: readonly Reading[]): number | undefined {
  const counts = new Set(readings.filter(({ value }) => value !== undefined).map(({ count }) => count));
  if (counts.size === 0) return 0;
  return counts.size === 1 ? [...counts][0] : undefined;
}

/** `24.1% to 38.9%`. */
export function formatBounds({ low, high }: Bounds, format: (value: number) => string): string {
  return `${format(low)} to ${format(high)}`;
}

/** What all lines say at one index, in words: `42 answers: Acme 31.2% (24.1% to 38.9%); Other 12.0%`. */
export function describeReadings(readings: readonly Reading[], format: (value: number) => string): string {
  const shared = findSharedCount(readings);
  const words = readings.map(({ name, value, count, bounds }) => {
    if (value === undefined) return `${name} no data`;
    const range = bounds ? ` (${formatBounds(bounds, format)})` : '';
    return `${name} ${format(value)}${range}${shared === undefined ? `, ${formatCount(count, 'answer')}` : ''}`;
  });
  return `${shared === undefined ? '' : `${formatCount(shared, 'answer')}: `}${words.join('; ')}`;
}

const LONGEST_NAME = 15;

/** A name that fits beside the end of its line. */
export function toShortName(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}
