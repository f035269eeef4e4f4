import type { AnswerSums, PromptSums } from '../../src/statistics/sums.ts';

export interface SimulatedProject {
  truth: { population: number; panel: number };
  answers: number;
  strata: number;
  population: PromptSums;
  panel: AnswerSums;
}

export function simulateVisibility(
  cell: {
    rates: Float64Array;
    prompts: number;
    days: number;
    channels: number;
    isBalanced: boolean;
    channelShifts?: readonly number[] | null;
    seed: number;
  },
  repetitions: number,
  judge: (project: SimulatedProject) => void,
): void;
