import { role } from './lexicon.ts';
import { isOpinion, type Tokens } from './tokens.ts';

/** The tokens of a target's name, from `first` to `last`; `first` is −1 if there are none. */
export interface Span {
  first: number;
  last: number;
}

/** How many more words can belong to a name. */
const maxNameWords = 12;

/** How many tokens on each side of a target are read. */
export const windowReach = 30;

// The parts of a place, as numbers of values: how far away, how many breaks and how many other targets in between.
const distances = 7;
const crossings = 4;
const passings = 3;

/** The number of places that a token can have relative to a target. */
export const placeCount = 2 * distances * crossings * passings * 2;

/** The tokens that are read for one target, and the place of each relative to the target. */
export interface Window {
  count: number;
  token: Int32Array;
  place: Int32Array;
}

export function createWindow(): Window {
  return { count: 0, token: new Int32Array(2 * windowReach), place: new Int32Array(2 * windowReach) };
}

/**
 * The five parts of a place. The trainer learns a weight for each part; the model stores their sums.
 *
 * @public scripts/train-sentiment.mjs imports it from the build.
 */
export function splitPlace(place: number): {
  side: number;
  distance: number;
  crossing: number;
  passing: number;
  compared: number;
} {
  const compared = place % 2;
  const passing = Math.floor(place / 2) % passings;
  const crossing = Math.floor(place / (2 * passings)) % crossings;
  const distance = Math.floor(place / (2 * passings * crossings)) % distances;
  const side = Math.floor(place / (2 * passings * crossings * distances));
  return { side, distance, crossing, passing, compared };
}

const NONE: ReadonlySet<number> = new Set();

export function findSpans(tokens: Tokens, targets: readonly { start: number; end: number }[]): Span[] {
  const spans = targets.map(({ start, end }) => {
    const first = findToken(tokens, start);
    if (first >= tokens.count || tokens.start[first]! >= end) return { first: -1, last: -1 };
    let last = first;
    while (last + 1 < tokens.count && tokens.start[last + 1]! < end) last++;
    return { first, last };
  });
  const starts = spans.length > 1 ? new Set(spans.map(({ first }) => first)) : NONE;
  for (const span of spans) {
    if (span.first >= 0 && tokens.capital[span.first] === 1) span.last = findNameEnd(tokens, span.last, starts);
  }
  return spans;
}

/** The first token that ends after an offset. */
function findToken(tokens: Tokens, offset: number): number {
  let low = 0;
  let high = tokens.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens.end[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Capitalized words and numbers after a name belong to it: "Dyson V7 Advanced Cordless Vacuum" is the name of a thing, not
 * an opinion about it. Words of praise or blame end the name. Words up to another target are a headline, not a name.
 */
function findNameEnd(tokens: Tokens, last: number, starts: ReadonlySet<number>): number {
  let end = last;
  while (end + 1 < tokens.count && end - last < maxNameWords && tokens.nameLike[end + 1] === 1) {
    if (starts.has(end + 1)) return last;
    if (isOpinion(tokens.state[end + 1]!)) break;
    end++;
  }
  return end;
}

function toDistance(steps: number): number {
  if (steps <= 3) return steps - 1;
  if (steps <= 5) return 3;
  if (steps <= 8) return 4;
  return steps <= 14 ? 5 : 6;
}

/** "Unlike X, …", "Compared to X, …": the text after the clause is about another target, compared with X. */
function isComparedWith(tokens: Tokens, span: Span): boolean {
  const clause = tokens.clause[span.first]!;
  for (let at = span.first - 1; at >= 0 && at >= span.first - 4; at--) {
    if (tokens.clause[at] !== clause) return false;
    if ((tokens.roles[at]! & (role.unlike | role.than)) !== 0) return true;
  }
  return false;
}

/** Fills `window` for the target `span`. `isTarget` is 1 for the tokens of all targets of the sentence. */
export function readWindow(tokens: Tokens, span: Span, isTarget: Uint8Array, window: Window): void {
  const { roles, clause, segment } = tokens;
  const homeClause = clause[span.first]!;
  const homeSegment = segment[span.first]!;
  const isComparison = isComparedWith(tokens, span) ? 1 : 0;
  let count = 0;
  for (let side = 0; side < 2; side++) {
    let passing = 0;
    let inTarget = 1;
    let compared = 0;
    for (let steps = 1; steps <= windowReach; steps++) {
      const at = side === 0 ? span.first - steps : span.last + steps;
      if (at < 0 || at >= tokens.count) break;
      const wasInTarget = inTarget;
      inTarget = isTarget[at]!;
      if (inTarget === 1) {
        if (wasInTarget === 1) continue;
        if (passing < passings - 1) passing++;
      }
      if ((roles[at]! & role.than) !== 0) compared = 1;
      const segments = Math.abs(segment[at]! - homeSegment);
      const clauses = clause[at] === homeClause ? 0 : 1;
      const crossing = segments === 0 ? clauses : segments === 1 ? 2 : 3;
      const comparison = compared | (isComparison & side & clauses);
      window.token[count] = at;
      window.place[count] =
        (((side * distances + toDistance(steps)) * crossings + crossing) * passings + passing) * 2 + comparison;
      count++;
    }
  }
  window.count = count;
}
