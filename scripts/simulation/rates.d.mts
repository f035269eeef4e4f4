export function createRates(distribution: {
  shape: 'beta' | 'logit-normal' | 'zero-inflated' | 'two-point';
  mean: number;
  correlation: number;
  seed?: number;
}): Float64Array;
