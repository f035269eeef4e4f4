import { type Interval, toInterval } from './bounds.ts';
import { normalQuantile, tQuantile } from './distributions.ts';
import { MEASURES, type MeasureName } from './measures.ts';
import { complement, type PromptSums, rescale, sumOfSquares } from './sums.ts';

export interface IntervalOptions {
  confidence: number;
  /** The number of brands that are ranked: no position is higher. */
  brands: number;
}

/** An interval, and what it says about precision. */
export interface Uncertainty {
  interval: Interval;
  /** The independent units that would give the same precision. */
  effective: number;
}

/**
 * The uncertainty of a metric if prompts are a sample of what people ask: the prompts are clusters, and the metric is a ratio
 * of their sums (Cochran, Sampling Techniques, 1977, section 6.3). Null if fewer than two prompts have anything to say.
 */
export function measurePopulation(
  name: MeasureName,
  sums: PromptSums,
  { answers, confidence, brands }: IntervalOptions & { answers: number },
): Uncertainty | null {
  const { a, b, prompts } = sums;
  if (prompts < 2 || answers < 2 || b <= 0) return null;
  const measure = MEASURES[name];
  const products = rescale(sums, measure);
  const share = (a + measure.shift * b) / (measure.unit * b);
  // Kish's effective number of prompts: they do not all have the same number of answers.
  const clusters = (b * b) / products.bb;
  const spread = measure.is_bounded ? share * (1 - share) : share * (1 + share);
  const ratio = spread > 0 ? toVarianceRatio(name, { share, b, prompts, clusters, spread, products }) : 1;
  const t = tQuantile(confidence, Math.max(1, clusters - 1));
  // Answers cannot say more than as many independent ones.
  const least = name === 'visibility' ? normalQuantile(confidence) ** 2 / answers : 0;
  const c = Math.max((t * t * ratio) / clusters, least);
  return {
    interval: toInterval(measure, { share, value: measure.toValue(a, b), c, highest: brands }),
    effective: Math.min(clusters / ratio, answers),
  };
}

/** The variance of the metric, as a part of what it would be if all answers of a prompt were the same. */
function toVarianceRatio(name: MeasureName, row: ClusterEstimate): number {
  const { share, b, prompts, clusters, spread, products } = row;
  const variance = ((prompts / (prompts - 1)) * sumOfSquares(products, share)) / (b * b);
  const plain = (variance * clusters) / spread;
  const least = 1 / (clusters * clusters);
  if (name === 'sentiment') return Math.max(plain, least);
  // With few prompts that name the brand, the variance is often estimated too low: the ones that matter are missing.
  const isUpper = name !== 'position' && share > 0.5;
  const { aa } = isUpper ? complement(products) : products;
  const total = (isUpper ? 1 - share : share) * b;
  const naming = (total * total) / aa;
  const raised = Math.max(plain + 1 / (naming * naming) - least, least);
  return name === 'position' ? raised : Math.min(raised, prompts / (prompts - 1));
}

interface ClusterEstimate {
  share: number;
  b: number;
  prompts: number;
  clusters: number;
  spread: number;
  products: { aa: number; ab: number; bb: number };
}
