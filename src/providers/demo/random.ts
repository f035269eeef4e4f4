/** Numbers from 0 to 1. */
export type Random = () => number;

export function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)]!;
}

export function pickSome<Item>(items: readonly Item[], { random, chance }: { random: Random; chance: number }): Item[] {
  return items.filter(() => random() < chance);
}

/** So many different items, in any order. */
export function draw<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const left = [...items];
  const drawn: Item[] = [];
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  return drawn;
}

/** A small generator that gives the same numbers everywhere (a 32-bit mixing of a counter). */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
