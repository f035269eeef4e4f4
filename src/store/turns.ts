import { AppError } from '../errors.ts';

interface TurnsOptions {
  /** How much work may run at once. */
  places: number;
  /** How long work may wait for its turn. */
  timeoutMs: number;
}

/** Limits how much work runs at once. The rest waits in order, and is refused if it waits too long or is cancelled. */
export function createTurns({ places, timeoutMs }: TurnsOptions) {
  let free = places;
  const waiting: (() => void)[] = [];

  function leave() {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const settle = (outcome: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        outcome();
      };
      const admit = () => settle(resolve);
      const refuse = (error: unknown) => {
        waiting.splice(waiting.indexOf(admit), 1);
        settle(() => reject(error));
      };
      const abort = () => refuse(signal.reason);
      const timer = setTimeout(
        () => refuse(new AppError('overloaded', 'The service is busy with other reports. Try again shortly.')),
        timeoutMs,
      );
      signal.addEventListener('abort', abort);
      waiting.push(admit);
    });
  }

  return {
    async take<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
      await enter(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

/** The error of a query that ran too long. */
export function createTimeoutError(timeoutMs: number): AppError {
  return new AppError(
    'query_timeout',
    `The report took longer than ${timeoutMs / 1000} seconds and was stopped. Request fewer days or dimensions.`,
  );
}

/** What stands in for `query` in a read that did not say that it is heavy. */
export function createHeavyRefusal() {
  return async (): Promise<never> => {
    throw new Error('a read that runs long queries must say that it is heavy');
  };
}
