import type { Measure, MeasureName } from './measures.ts';

/** Products of the columns a and b of a metric, added up. */
export interface Products {
  aa: number;
  ab: number;
  bb: number;
}

/**
 * One metric of a row for the design `population`: sums over prompts. With a and b added up by row and prompt first,
 *
 *   select sum(a) a, sum(b) b, sum(a * a) aa, sum(a * b) ab, sum(b * b) bb, count(*) filter (where b > 0) prompts
 *
 * All are integers. Prompts whose b is 0 add nothing, so they may be missing.
 */
export interface PromptSums extends Products {
  a: number;
  b: number;
  /** Prompts with b > 0. */
  prompts: number;
}

/**
 * One metric of a row for the design `panel`: sums over answers, and the spread inside strata. With n, a, b, aa, ab and bb
 * added up over the answers of a row by stratum first (b = 0 for an answer that does not count for the metric, but n counts
 * it),
 *
 *   select sum(a) a, sum(b) b, sum(aa) aa, sum(ab) ab, sum(bb) bb,
 *     sum(case n when 1 then aa else (n * aa - a * a)::double precision / (n - 1) end) within_aa,
 *     sum(case n when 1 then ab else (n * ab - a * b)::double precision / (n - 1) end) within_ab,
 *     sum(case n when 1 then bb else (n * bb - b * b)::double precision / (n - 1) end) within_bb
 *
 * For visibility b is 1 in each answer, so aa = ab = a and bb = b = n, and within_ab and within_bb are 0, unless n is 1.
 *
 * A stratum is a prompt and channel. Strata with one answer are merged: first those of one prompt, then what is still alone
 * across prompts. In SQL: `case when n > 1 then channel else 0 end` as the channel, added up again by prompt and that
 * channel, and the same once more with the prompt. One answer that is alone after all adds its squares as they are.
 */
export interface AnswerSums extends Products {
  a: number;
  b: number;
  within_aa: number;
  within_ab: number;
  within_bb: number;
}

/** A row of a report for `population`. */
export interface PopulationRow {
  answers: number;
  prompts: number;
  measures: Record<MeasureName, PromptSums>;
}

/** A row of a report for `panel`. `strata` is their number after merging. */
export interface PanelRow {
  answers: number;
  prompts: number;
  strata: number;
  measures: Record<MeasureName, AnswerSums>;
}

/** Products of a share's numerator instead of the raw column: see `Measure`. */
export function rescale({ aa, ab, bb }: Products, { shift, unit }: Measure): Products {
  return { aa: (aa + 2 * shift * ab + shift * shift * bb) / (unit * unit), ab: (ab + shift * bb) / unit, bb };
}

/** Of the share's complement: 1 − s. */
export function complement({ aa, ab, bb }: Products): Products {
  return { aa: Math.max(bb - 2 * ab + aa, 0), ab: bb - ab, bb };
}

/** The sum of squared residuals a − s × b. Rounding could push it below 0. */
export function sumOfSquares({ aa, ab, bb }: Products, share: number): number {
  return Math.max(aa - 2 * share * ab + share * share * bb, 0);
}
