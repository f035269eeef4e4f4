/** A value, and how many answers it comes from. */
export interface Weighted {
  value: number | undefined;
  weight: number;
}

/** The average of each value and those before it, `span` in all, so that every answer counts the same. */
export function smooth(values: readonly Weighted[], span: number): Weighted[] {
  return values.map((_, index) => {
    let sum = 0;
    let total = 0;
    for (const { value, weight } of values.slice(Math.max(0, index + 1 - span), index + 1)) {
      if (value === undefined) continue;
      sum += value * weight;
      total += weight;
    }
    return { value: total === 0 ? undefined : sum / total, weight: total };
  });
}
