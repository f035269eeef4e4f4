// Simulated projects for visibility: hits of each prompt and channel, drawn from exact binomial distributions.

import { createAliasTables, createRandom, drawFromTable, toBinomial } from './random.mjs';
import { ATOMS } from './rates.mjs';

/**
 * Runs one cell: `repetitions` projects with fresh prompts and answers. `judge` gets the sums of each project and the truth of
 * both designs.
 *
 * Unbalanced: each prompt and channel was asked on another number of days, and where there is one day, not at all in places.
 */
export function simulateVisibility(
  { rates, prompts, days, channels, isBalanced, channelShifts = null, seed },
  repetitions,
  judge,
) {
  const random = createRandom(seed);
  const sizes = isBalanced ? [days] : days === 1 ? [0, 1, 1] : [1, Math.ceil(days / 5), Math.ceil(days / 2), days];
  const ratesOf = Array.from({ length: channels }, (_, channel) =>
    channelShifts === null ? rates : rates.map((rate) => shift(rate, channelShifts[channel % channelShifts.length])),
  );
  // Channels alike share their tables, which then stay in the processor's cache.
  const tables = ratesOf.map((list, channel) => {
    if (channel > 0 && list === ratesOf[channel - 1]) return null;
    return sizes.map((size) => createAliasTables(Array.from(list, (rate) => toBinomial(size, rate))));
  });
  for (let channel = 1; channel < channels; channel++) tables[channel] ??= tables[channel - 1];
  const truth =
    ratesOf.reduce((sum, list) => sum + list.reduce((total, rate) => total + rate, 0) / ATOMS, 0) / channels;
  for (let repetition = 0; repetition < repetitions; repetition++) {
    let a = 0;
    let b = 0;
    let aa = 0;
    let ab = 0;
    let bb = 0;
    let named = 0;
    let within = 0;
    let strata = 0;
    let expected = 0;
    let loose = 0;
    let looseHits = 0;
    for (let prompt = 0; prompt < prompts; prompt++) {
      const atom = (random() * ATOMS) | 0;
      let answers = 0;
      let hits = 0;
      let singles = 0;
      let singleHits = 0;
      for (let channel = 0; channel < channels; channel++) {
        const kind = sizes.length === 1 ? 0 : (random() * sizes.length) | 0;
        const size = sizes[kind];
        if (size === 0) continue;
        const found = drawFromTable(tables[channel][kind], atom, random);
        answers += size;
        hits += found;
        expected += size * ratesOf[channel][atom];
        if (size === 1) {
          singles++;
          singleHits += found;
        } else {
          within += (found * (size - found)) / (size - 1);
          strata++;
        }
      }
      if (singles > 1) {
        within += (singleHits * (singles - singleHits)) / (singles - 1);
        strata++;
      } else if (singles === 1) {
        loose++;
        looseHits += singleHits;
      }
      a += hits;
      b += answers;
      aa += hits * hits;
      ab += hits * answers;
      bb += answers * answers;
      if (answers > 0) named++;
    }
    if (loose > 1) within += (looseHits * (loose - looseHits)) / (loose - 1);
    if (loose > 0) strata++;
    const lone = loose === 1 ? { n: 1, a: looseHits } : { n: 0, a: 0 };
    judge({
      truth: { population: truth, panel: expected / b },
      answers: b,
      strata,
      population: { a, b, aa, ab, bb, prompts: named },
      panel: { a, b, aa: a, ab: a, bb: b, within_aa: within + lone.a, within_ab: lone.a, within_bb: lone.n },
    });
  }
}

function shift(rate, logit) {
  if (rate <= 0 || rate >= 1) return rate;
  return 1 / (1 + Math.exp(-Math.log(rate / (1 - rate)) - logit));
}
