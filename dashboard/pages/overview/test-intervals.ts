/** Intervals of a row, for tests. */
export const intervals = {
  visibility: { low: 0.3, high: 0.4 },
  share_of_voice: { low: 0.1, high: 0.12 },
  position: { low: 1.5, high: 2.5 },
  sentiment: null,
  design: 'population' as const,
  answers: 840,
  prompts: 42,
  effective_answers: 163.4,
};
