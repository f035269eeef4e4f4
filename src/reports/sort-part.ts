import { createBreath } from '../breath.ts';

/** Below this, sorting takes less time than narrowing down. */
const FEW = 64;
/** So many are sorted in a few milliseconds. */
const AT_ONCE = 4096;
/** How many numbers are compared to find one in the middle. */
const SAMPLES = 9;

/**
 * The numbers from 0 to `count` that are at these places in an order without ties. Only they are sorted: the others are moved to one
 * side or the other, which for a page of a hundred thousand rows takes a tenth of the time. Others have their turn in between.
 */
export async function sortPart(
  count: number,
  { from, to }: { from: number; to: number },
  compare: (left: number, right: number) => number,
): Promise<Uint32Array> {
  const numbers = new Uint32Array(count);
  for (let place = 0; place < count; place += 1) numbers[place] = place;
  const [first, end] = [Math.min(from, count), Math.min(to, count)];
  const breathe = createBreath();
  await narrow(numbers, { place: first, low: 0, high: count, breathe }, compare);
  await narrow(numbers, { place: end, low: first, high: count, breathe }, compare);
  for (let low = first; low < end; low += AT_ONCE) {
    const high = Math.min(low + AT_ONCE, end);
    await narrow(numbers, { place: high, low, high: end, breathe }, compare);
    numbers.subarray(low, high).sort(compare);
    await breathe();
  }
  return numbers.subarray(first, end);
}

/** Moves what comes before the place, of the numbers from `low` to `high`, in front of it, and the others behind it. */
async function narrow(
  numbers: Uint32Array,
  { place, low, high, breathe }: { place: number; low: number; high: number; breathe: ReturnType<typeof createBreath> },
  compare: (left: number, right: number) => number,
): Promise<void> {
  let [start, end] = [low, high];
  // If the middle is missed, a turn moves only a few numbers.
  let turns = 2 * Math.ceil(Math.log2(numbers.length + 1));
  while (start < place && place < end) {
    if (end - start <= FEW || turns === 0) {
      numbers.subarray(start, end).sort(compare);
      return;
    }
    turns -= 1;
    const middle = divide(numbers, { start, end }, compare);
    if (middle === place) return;
    if (middle < place) start = middle;
    else end = middle;
    await breathe();
  }
}

/** Moves the smaller numbers to the front, and returns where the others begin. Both parts have at least one. */
function divide(
  numbers: Uint32Array,
  { start, end }: { start: number; end: number },
  compare: (left: number, right: number) => number,
): number {
  const step = Math.floor((end - start) / SAMPLES);
  const samples = Array.from({ length: SAMPLES }, (_, index) => numbers[start + index * step]!);
  const pivot = samples.sort(compare)[SAMPLES >> 1]!;
  let left = start - 1;
  let right = end;
  for (;;) {
    do left += 1;
    while (compare(numbers[left]!, pivot) < 0);
    do right -= 1;
    while (compare(numbers[right]!, pivot) > 0);
    if (left >= right) return left;
    const moved = numbers[left]!;
    numbers[left] = numbers[right]!;
    numbers[right] = moved;
  }
}
