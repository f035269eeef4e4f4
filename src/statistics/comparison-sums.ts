import type { Measure, MeasureName } from './measures.ts';
import type { Products } from './sums.ts';

/**
 * Two periods are compared over the pairs of prompt and channel that have answers in both. With n₁ answers now and n₀ before,
 * a pair weighs n₁n₀/(n₁+n₀) in both periods, whatever the number of days it was asked on. In SQL each of a pair's sums is
 * multiplied by a factor:
 *
 *   a1 * f1 and b1 * f1 with f1 = n0::double precision / (n1 + n0)   -- now
 *   a0 * f0 and b0 * f0 with f0 = n1::double precision / (n1 + n0)   -- before
 *
 * Below, a and b are these weighted sums. They are fractions; results are rounded far above what the order of additions can
 * change.
 */
export interface PeriodSums extends Products {
  a: number;
  b: number;
}

/** Products of one period's columns with the other's: `ab` is a of now times b of before, `ba` the other way round. */
export interface CrossProducts {
  aa: number;
  ab: number;
  ba: number;
  bb: number;
}

/**
 * One metric of a row for the design `population`. The weighted columns are added up by row and prompt first; then the sums,
 * the products within a period and those across are added up over prompts. `prompts` counts those with b > 0 in any period.
 */
export interface PromptChangeSums {
  now: PeriodSums;
  before: PeriodSums;
  cross: CrossProducts;
  prompts: number;
}

/**
 * One metric of a row for the design `panel`. a and b are added up over pairs, and bb is the sum of squares of single answers:
 * f² × the pair's bb, see `AnswerSums`. The spread comes in two parts.
 *
 * - Pairs with two answers or more in both periods: `within` has f² × (n × aa − a × a) / (n − 1), of unweighted sums, and the
 *   same with ab and bb.
 * - Pairs with a single answer in either period say nothing about their own spread. For them, `single` has the weighted
 *   columns' products within a period, and `single_cross` across: the two periods are compared with each other.
 */
export interface AnswerChangeSums {
  now: AnswerPeriodSums;
  before: AnswerPeriodSums;
  single_cross: CrossProducts;
}

export interface AnswerPeriodSums {
  a: number;
  b: number;
  bb: number;
  within: Products;
  single: Products;
}

/** What both kinds of rows have: the answers in shared pairs. */
interface SharedAnswers {
  answers_now: number;
  answers_before: number;
}

export interface PopulationChangeRow extends SharedAnswers {
  measures: Record<MeasureName, PromptChangeSums>;
}

/** `degrees`: n₁ + n₀ − 2 for each pair with two answers or more in both periods, 1 for each other pair, added up. */
export interface PanelChangeRow extends SharedAnswers {
  degrees: number;
  measures: Record<MeasureName, AnswerChangeSums>;
}

/** As `rescale`, for products across periods. */
export function rescaleCross({ aa, ab, ba, bb }: CrossProducts, { shift, unit }: Measure): CrossProducts {
  return {
    aa: (aa + shift * (ab + ba) + shift * shift * bb) / (unit * unit),
    ab: (ab + shift * bb) / unit,
    ba: (ba + shift * bb) / unit,
    bb,
  };
}
