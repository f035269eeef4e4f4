/** How much work is left. Shared by everything that is read without a pause. */
export interface Effort {
  left: number;
}

/** At most some 60 ms of work. A response of a megabyte has some ten thousand values. */
export const MOST_EFFORT = 300_000;
/** Comparing so many characters takes as long as one step. */
const CHARACTERS_PER_STEP = 32;

/** Thrown when an expression has to look at too many values: several `..` make it quadratic. */
export class TooMuchEffortError extends Error {
  constructor() {
    super('There is too much to search in this response.');
    this.name = 'TooMuchEffortError';
  }
}

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** Compares as RFC 9535 does: only numbers and texts have an order. */
export function compareValues(
  left: unknown,
  operator: Operator,
  { right, effort }: { right: unknown; effort: Effort },
): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right, effort);
    case '!=':
      return !isEqual(left, right, effort);
    case '<':
      return isLess(left, right, effort);
    case '>':
      return isLess(right, left, effort);
    case '<=':
      return isLess(left, right, effort) || isEqual(left, right, effort);
    case '>=':
      return isLess(right, left, effort) || isEqual(left, right, effort);
  }
}

function isLess(left: unknown, right: unknown, effort: Effort): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  spendOnText(effort, Math.min(left.length, right.length));
  return left < right;
}

/** Whether two JSON values are the same. Keeps its own stack, like `selectBelow`. */
export function isEqual(first: unknown, second: unknown, effort: Effort = { left: MOST_EFFORT }): boolean {
  const open = [[first, second]];
  while (open.length > 0) {
    const [left, right] = open.pop()!;
    spend(effort, 1);
    if (typeof left === 'string' && typeof right === 'string' && left.length === right.length) {
      spendOnText(effort, left.length);
    }
    if (left === right) continue;
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
    if (Array.isArray(left) !== Array.isArray(right)) return false;
    const keys = Object.keys(left);
    const { length } = Object.keys(right);
    spend(effort, keys.length + length);
    if (keys.length !== length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      open.push([(left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]]);
    }
  }
  return true;
}

export function spend(effort: Effort, steps: number): void {
  effort.left -= steps;
  if (effort.left < 0) throw new TooMuchEffortError();
}

export function spendOnText(effort: Effort, length: number): void {
  spend(effort, length / CHARACTERS_PER_STEP);
}
