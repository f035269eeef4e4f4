// Seeded randomness: the same seed gives the same simulation on every machine.

/** Numbers from 0 to 1 (sfc32, which passes PractRand). */
export function createRandom(seed) {
  let a = (0x9e3779b9 ^ seed) | 0;
  let b = 0x243f6a88;
  let c = (0xb7e15162 + seed) | 0;
  let d = 1;
  const next = () => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let at = 0; at < 20; at++) next();
  return next;
}

export function drawNormal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Marsaglia and Tsang (2000). */
function drawGamma(random, shape) {
  if (shape < 1) return drawGamma(random, shape + 1) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = drawNormal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

export function drawBeta(random, alpha, beta) {
  // In logarithms: with parameters near 0 both gammas may be too small for a number.
  const logGamma = (shape) =>
    shape >= 1
      ? Math.log(drawGamma(random, shape))
      : Math.log(drawGamma(random, shape + 1)) + Math.log(1 - random()) / shape;
  return 1 / (1 + Math.exp(logGamma(beta) - logGamma(alpha)));
}

/** Tables for drawing from many small distributions in constant time (Walker 1977), all in one pair of arrays. */
export function createAliasTables(distributions) {
  const size = distributions[0].length;
  const keep = new Float64Array(distributions.length * size);
  const alias = new Uint16Array(distributions.length * size);
  distributions.forEach((chances, table) => {
    const scaled = chances.map((chance) => chance * size);
    const small = [];
    const large = [];
    scaled.forEach((chance, at) => {
      (chance < 1 ? small : large).push(at);
    });
    const base = table * size;
    while (small.length > 0 && large.length > 0) {
      const [less, more] = [small.pop(), large.at(-1)];
      keep[base + less] = scaled[less];
      alias[base + less] = more;
      scaled[more] -= 1 - scaled[less];
      if (scaled[more] < 1) small.push(large.pop());
    }
    for (const at of [...small, ...large]) keep[base + at] = 1;
  });
  return { size, keep, alias };
}

export function drawFromTable({ size, keep, alias }, table, random) {
  const place = random() * size;
  const at = place | 0;
  const base = table * size + at;
  return place - at < keep[base] ? at : alias[base];
}

/** The chances of 0 to `count` hits. */
export function toBinomial(count, rate) {
  const chances = new Array(count + 1).fill(0);
  if (rate <= 0 || rate >= 1) {
    chances[rate <= 0 ? 0 : count] = 1;
    return chances;
  }
  let logChance = count * Math.log1p(-rate);
  const logOdds = Math.log(rate) - Math.log1p(-rate);
  for (let hits = 0; hits <= count; hits++) {
    chances[hits] = Math.exp(logChance);
    logChance += Math.log((count - hits) / (hits + 1)) + logOdds;
  }
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  return chances.map((chance) => chance / total);
}
