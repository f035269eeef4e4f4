import type { Design } from './intervals.ts';
import type { AnswerSums, PromptSums } from './sums.ts';

/** A period that stands for those to be compared. */
export interface Pilot {
  answers: number;
  prompts: number;
  channels: number;
  days: number;
  /** The number of strata after merging, as in `PanelRow`. */
  strata: number;
  /** The sums of the metric, as for intervals under `population` … */
  by_prompt: PromptSums;
  /** … and under `panel`. */
  by_answer: AnswerSums;
}

export interface PlanOptions {
  design: Design;
  confidence: number;
  /** The chance to notice the change, from 0.5. */
  power: number;
  change: number;
}

export interface Plan {
  value: number;
  answers: number;
  prompts: number;
  channels: number;
  days: number;
  /** Null if no change could be noticed. */
  detectable_change: number | null;
  /** For each of the two periods. Null where that alone cannot help. */
  needed: Needed;
  advice: string[];
}

export interface Needed {
  answers: number | null;
  days: number | null;
  /** How often each prompt is asked on each channel and day. */
  replicates: number | null;
  prompts: number | null;
}
