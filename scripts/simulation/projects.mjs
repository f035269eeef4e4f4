// Simulated projects answer by answer, for the metrics that are more than hits: brands with skewed numbers of mentions.
import { createRandom, drawBeta, drawNormal } from './random.mjs';
import { ATOMS } from './rates.mjs';

const SCORED = 0.6;
const SPREAD = 350;

/**
 * Kinds of prompts, equally likely. `brands` has the rates of each brand, as `createRates` gives them; the first one is the
 * brand that is measured. The kinds also differ in how often a brand that is named is named again, in its rank and in what is
 * said about it.
 */
export function createKinds({ brands, seed }) {
  const random = createRandom(seed);
  const shuffled = brands.map((rates, brand) => (brand === 0 ? rates : shuffle(rates, random)));
  return Array.from({ length: ATOMS }, (_, atom) => {
    const rates = shuffled.map((list) => list[atom]);
    // Mentions of a named brand: 1 more again and again, with a long tail across prompts.
    const repeat = 0.8 * Math.exp(0.7 * drawNormal(random));
    const behind = drawBeta(random, 1.2, 1.8);
    const tone = 250 + 300 * drawNormal(random);
    const mentions = 1 + 1 / Math.expm1(1 / repeat);
    const voice = rates.reduce((sum, rate) => sum + rate * mentions, 0);
    const others = rates.slice(1).reduce((sum, rate) => sum + rate, 0);
    return {
      rates,
      repeat,
      behind,
      tone,
      expected: {
        visibility: [rates[0], 1],
        share_of_voice: [rates[0] * mentions, voice],
        position: [rates[0] * (1 + others * behind), rates[0]],
        sentiment: [rates[0] * SCORED * meanTone(tone), rates[0] * SCORED],
      },
    };
  });
}

/** What the metric of the first brand would be if all kinds of prompts were asked for ever. */
export function toTruth(kinds, name) {
  const [a, b] = kinds.reduce(([x, y], { expected }) => [x + expected[name][0], y + expected[name][1]], [0, 0]);
  return a / b;
}

/**
 * The answers to one kind of prompt: sums of the metrics of brand `brand`. Adds nothing up over prompts.
 */
export function drawStratum(kind, { prompt, channel, answers, random, brand = 0 }) {
  const blank = () => ({ prompt, channel, answers, a: 0, b: 0, aa: 0, ab: 0, bb: 0 });
  const strata = { visibility: blank(), share_of_voice: blank(), position: blank(), sentiment: blank() };
  for (let answer = 0; answer < answers; answer++) {
    let [own, voice, rank] = [0, 0, 1];
    for (let other = 0; other < kind.rates.length; other++) {
      if (random() >= kind.rates[other]) continue;
      const mentions = 1 + Math.floor(-Math.log(1 - random()) * kind.repeat);
      voice += mentions;
      if (other === brand) own = mentions;
      else if (random() < kind.behind) rank++;
    }
    add(strata.visibility, own > 0 ? 1 : 0, 1);
    add(strata.share_of_voice, own, voice);
    if (own === 0) continue;
    add(strata.position, rank, 1);
    if (random() < SCORED) add(strata.sentiment, drawTone(kind.tone, random), 1);
  }
  return strata;
}

/** Adds one answer to the sums of a stratum. */
export function add(stratum, a, b) {
  stratum.a += a;
  stratum.b += b;
  stratum.aa += a * a;
  stratum.ab += a * b;
  stratum.bb += b * b;
}

function drawTone(tone, random) {
  return Math.max(-1000, Math.min(1000, Math.round(tone + SPREAD * drawNormal(random))));
}

/** The mean of what `drawTone` draws. */
function meanTone(tone) {
  let [sum, total] = [0, 0];
  for (let z = -6; z <= 6; z += 0.01) {
    const weight = Math.exp(-z * z * 0.5);
    sum += weight * Math.max(-1000, Math.min(1000, tone + SPREAD * z));
    total += weight;
  }
  return sum / total;
}

function shuffle(rates, random) {
  const list = Array.from(rates);
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
}
