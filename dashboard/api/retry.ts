import { ApiError } from '../../src/client/api-error.ts';

const RETRIES = 2;
/** How often a page that failed asks again whether the service is back. */
const ASK_AGAIN_MS = 10_000;

/** Retries only what may work a moment later: the service was unreachable, busy or starting. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES && error instanceof ApiError && [0, 429, 503].includes(error.status);
}

/** When a query that failed for good asks again by itself: while the service is unreachable, busy or starting. */
export function toRetryInterval({ state: { error } }: { state: { error: unknown } }): number | false {
  return error instanceof ApiError && [0, 503].includes(error.status) ? ASK_AGAIN_MS : false;
}
