/**
 * What chance is in. `population`: prompts are a sample of what people ask. `panel`: prompts and channels are fixed, and only the
 * answers are due to chance.
 */
export type Design = 'population' | 'panel';
