/** One line of a chart. */
export interface Series {
  id: string;
  name: string;
  color: string;
  isStrong: boolean;
  values: readonly (number | undefined)[];
}

/** The values of all lines at one index, the best first and those without a value last. */
export function toReadings(
  series: readonly Series[],
  { index, isInverted }: { index: number; isInverted: boolean },
): (Pick<Series, 'id' | 'name' | 'color'> & { value: number | undefined })[] {
  const readings = series.map(({ id, name, color, values }) => ({ id, name, color, value: values[index] }));
  return readings.sort(({ value: a }, { value: b }) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return isInverted ? a - b : b - a;
  });
}

const LONGEST_NAME = 15;

/** A name that fits beside the end of its line. */
export function toShortName(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}
