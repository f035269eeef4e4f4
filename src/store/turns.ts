import { AppError } from '../errors.ts';

/** How many works of one owner may wait. More would wait in vain, and only take up memory. */
const MOST_WAITING = 200;
/** How much the last work weighs in the expected duration of the next. */
const WEIGHT_OF_LAST = 0.1;

interface TurnsOptions {
  /** How much work may run at once. */
  places: number;
  /** How long work may wait for its turn. */
  timeoutMs: number;
  /** Work that would probably wait too long is refused at once, and so is what comes when many of its owner wait. */
  refusesEarly?: boolean;
}

export interface Turn {
  /** Whoever waits with few others does not wait for one who has many: a project, for instance. */
  owner: number;
  /** Ends the wait. */
  signal: AbortSignal;
}

/**
 * Limits how much work runs at once. The rest waits: owners take turns, and what belongs to one owner waits in order. Work that
 * waits too long, or is cancelled, is refused.
 */
export function createTurns({ places, timeoutMs, refusesEarly = false }: TurnsOptions) {
  let free = places;
  /** Who waits, with the owner whose turn is next coming first. */
  const waiting = new Map<number, (() => void)[]>();
  let expectedMs = 0;

  function leave() {
    const [next] = waiting;
    if (!next) {
      free += 1;
      return;
    }
    const [owner, queue] = next;
    const admit = queue.shift()!;
    // The owner goes to the end.
    waiting.delete(owner);
    if (queue.length > 0) waiting.set(owner, queue);
    admit();
  }

  /** How long work of this owner would wait, if all work takes as long as it did lately. */
  function estimateWait(owner: number): number {
    const own = waiting.get(owner)?.length ?? 0;
    let before = own;
    for (const [other, queue] of waiting) if (other !== owner) before += Math.min(queue.length, own + 1);
    return ((before + 1) * expectedMs) / places;
  }

  async function enter({ owner, signal }: Turn): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    const queue = waiting.get(owner) ?? [];
    const expectedWait = estimateWait(owner);
    const isHopeless = queue.length >= MOST_WAITING || expectedWait > timeoutMs;
    if (refusesEarly && isHopeless) throw createBusyError(expectedWait);
    await new Promise<void>((resolve, reject) => {
      const settle = (outcome: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        outcome();
      };
      const admit = () => settle(resolve);
      const refuse = (error: unknown) => {
        queue.splice(queue.indexOf(admit), 1);
        if (queue.length === 0) waiting.delete(owner);
        settle(() => reject(error));
      };
      const abort = () => refuse(signal.reason);
      const timer = setTimeout(() => refuse(createBusyError(expectedMs)), timeoutMs);
      signal.addEventListener('abort', abort);
      queue.push(admit);
      waiting.set(owner, queue);
    });
  }

  return {
    async take<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
      await enter(turn);
      const started = performance.now();
      try {
        return await work();
      } finally {
        expectedMs += WEIGHT_OF_LAST * (performance.now() - started - expectedMs);
        leave();
      }
    },
  };
}

function createBusyError(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('overloaded', 'The service is busy with other reports. Try again shortly.', {
    headers: { 'Retry-After': String(seconds) },
  });
}

/** The error of a query that ran too long. */
export function createTimeoutError(timeoutMs: number): AppError {
  return new AppError(
    'query_timeout',
    `The report took longer than ${timeoutMs / 1000} seconds and was stopped. Request fewer days or dimensions.`,
  );
}

export function isTimeout(error: unknown): boolean {
  return error instanceof AppError && error.code === 'query_timeout';
}

/** What stands in for `query` in a read that did not say that it is heavy. */
export function createHeavyRefusal() {
  return async (): Promise<never> => {
    throw new Error('a read that runs long queries must say that it is heavy');
  };
}

/** What stands in for `stream` where there is no single state to read from. */
// biome-ignore lint/correctness/useYield: there is nothing to yield.
export async function* refuseStream(): AsyncGenerator<never> {
  throw new Error('rows are streamed in the work of a heavy read');
}
