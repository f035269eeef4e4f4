/** Numbers that are the same for the same seed, so that what was found can be found again. */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (below) => Math.floor(next() * below);
  return { next, integer, pick: (list) => list[integer(list.length)], chance: (share) => next() < share };
}
