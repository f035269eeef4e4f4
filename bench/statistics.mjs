/** The quantile by the nearest rank: a `share` of the values is not greater. */
export function toQuantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

export function toMedian(values) {
  return toQuantile(values, 0.5);
}

export function round(value, digits = 2) {
  return value === undefined || value === null || Number.isNaN(value) ? null : Number(value.toFixed(digits));
}
