import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../errors.ts';

/** What Node says when a server cannot be reached or goes away. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Shutting down, starting, crashed, without a place for one more, or a standby after a failover. */
const UNREADY = new Set(['57P01', '57P02', '57P03', '53300', '25006']);
/** Serialisation failure and deadlock: nothing is wrong with the work, only with the moment. */
const CONFLICTS = new Set(['40001', '40P01']);

/** A server that is restarted, or fails over, is back by then; after that the client hears of it. */
export const RETRY_MS = 10_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}

/** The connection is gone or was never there; another one may do. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (NETWORK.has(code) || UNREADY.has(code) || /^08/.test(code)) return true;
  // The client's own errors have no code.
  return (
    error instanceof Error &&
    code === '' &&
    /^connection terminated|not queryable|timeout exceeded/i.test(error.message)
  );
}

/** Something was written where one only reads: a mistake of ours, or a standby that is not the primary yet. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006';
}

export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error));
}

/** A crash has made the server forget the transaction: its number is one that was not given out yet. */
export function isUnknownTransaction(error: unknown): boolean {
  return codeOf(error) === '22023';
}

export function isCancelled(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** Runs the work again, with growing pauses, as long as its error may pass by itself and there is time. */
export async function retry<Result>(
  work: () => Promise<Result>,
  { forMs, isPassing }: { forMs: number; isPassing(error: unknown): boolean },
): Promise<Result> {
  const deadline = performance.now() + forMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const waitMs = pauseMs * (0.5 + Math.random() / 2);
      if (!isPassing(error) || performance.now() + waitMs > deadline) throw error;
      await pause(waitMs);
    }
  }
}

/** Reads, and reads again while the connection is lost: repeating a read does no harm. */
export async function retryRead<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await retry(work, { forMs: RETRY_MS, isPassing: (error) => isLost(error) && !isReadOnly(error) });
  } catch (error) {
    throw isReadOnly(error) ? error : toReadable(error);
  }
}

/** Why the database cannot be opened, in words that a user can act on. */
export function toOpenError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const reason = (error as Error).message || codeOf(error);
  return new AppError('store_unavailable', `The database cannot be opened: ${reason}`, { cause: error });
}

/** What the caller should hear; errors that are nobody's business but ours stay as they are. */
export function toReadable(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isLost(error)) {
    return new AppError('store_unavailable', 'The database does not answer: try again shortly.', { cause: error });
  }
  switch (codeOf(error)) {
    case '40001':
    case '40P01':
    case '55P03':
      return new AppError('overloaded', 'Others are writing the same things: try again shortly.', { cause: error });
    case '57014':
      return new AppError('query_timeout', 'The database took too long and was stopped.', { cause: error });
    case '23505':
      return new AppError('duplicate', 'There is one of these already.', { cause: error });
    default:
      return error;
  }
}
