import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../errors.ts';

/** Node's codes for a server that cannot be reached or goes away. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_PREMATURE_CLOSE',
]);
/**
 * The server is shutting down, starting, or crashed, has no free connection, has ended a session that was idle for too long,
 * or is a standby after a failover.
 */
const UNREADY = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '53300', '25006']);
/** The disk is full or does not work, or the memory is used up. */
const EXHAUSTED = new Set(['53100', '53200', '58030']);
/** Serialization failure and deadlock: the same work succeeds at another moment. */
const CONFLICTS = new Set(['40001', '40P01']);

/** A server that restarts or fails over is usually back within this time. After that, the client gets an error. */
export const RETRY_MS = 10_000;
const FIRST_PAUSE_MS = 50;
const MAXIMUM_PAUSE_MS = 1000;

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}

/** The connection was lost or could not be made. Another one may work. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (NETWORK.has(code) || UNREADY.has(code) || /^08/.test(code)) return true;
  if (!(error instanceof Error)) return false;
  // Errors of the client library have no code. A coordinator that cannot reach a worker has one that says nothing.
  if (code === '')
    return /^connection terminated|not queryable|timeout exceeded|timeout expired|read timeout/i.test(error.message);
  return code === 'XX000' && /remote node|connection to .*(failed|lost|closed)|could not connect/i.test(error.message);
}

/** The server, or a free connection, was waited for in vain. */
function isTimeout(error: unknown): boolean {
  if (codeOf(error) === 'ETIMEDOUT') return true;
  return codeOf(error) === '' && error instanceof Error && /\btimeout\b/i.test(error.message);
}

/** A read-only connection was asked to write: a bug in Overheard, or a standby that is not the primary yet. */
function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006';
}

export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error));
}

/** The server lost the transaction in a crash: it has not assigned this number yet. */
export function isUnknownTransaction(error: unknown): boolean {
  return codeOf(error) === '22023';
}

export function isCancelled(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/**
 * Repeats the work after a transient error, with growing pauses, until the time since the first error is over. A server that hangs
 * has used up its time by then.
 */
export async function retry<Result>(
  work: () => Promise<Result>,
  { forMs, isTransient }: { forMs: number; isTransient(error: unknown): boolean },
): Promise<Result> {
  const begun = performance.now();
  let deadline: number | undefined;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAXIMUM_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const waitMs = pauseMs * (0.5 + Math.random() / 2);
      deadline ??= (isTimeout(error) ? begun : performance.now()) + forMs;
      if (!isTransient(error) || performance.now() + waitMs > deadline) throw error;
      await pause(waitMs);
    }
  }
}

/** Repeats a read if the connection is lost, which does no harm. */
export async function retryRead<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await retry(work, { forMs: RETRY_MS, isTransient: (error) => isLost(error) && !isReadOnly(error) });
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

/** The error that a user should see. Errors that only concern Overheard itself stay as they are. */
export function toReadable(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isLost(error)) {
    return new AppError('store_unavailable', 'The database does not answer. Try again shortly.', { cause: error });
  }
  if (EXHAUSTED.has(codeOf(error))) {
    return new AppError('store_unavailable', 'The database server has no space left. Try again once it has.', {
      cause: error,
      headers: { 'Retry-After': '10' },
    });
  }
  switch (codeOf(error)) {
    case '40001':
    case '40P01':
    case '55P03':
      return new AppError('overloaded', 'Other requests are changing the same data. Try again shortly.', {
        cause: error,
      });
    case '57014':
      return new AppError(
        'query_timeout',
        'The database took too long, so the query was stopped. Try again shortly, or request fewer days or dimensions.',
        { cause: error },
      );
    case '23505':
      return new AppError('duplicate', 'This already exists.', { cause: error });
    default:
      return error;
  }
}
