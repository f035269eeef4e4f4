/**
 * What chance is in. `population`: prompts are a sample of what people ask. `panel`: prompts and channels are fixed, and only the
 * answers are due to chance.
 */
export const DESIGNS = ['population', 'panel'] as const;
export type Design = (typeof DESIGNS)[number];
