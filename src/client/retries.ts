import { ApiError } from './api-error.ts';
import type { ClientOptions } from './client.ts';
import type { Route } from './routes.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

/** Refusals that come before anything is done. */
const REFUSED_EARLY: readonly string[] = ['rate_limited', 'starting', 'stopping', 'overloaded'];

/** Answers of the service, or of a proxy before it, that may be better a moment later. */
const PASSING: readonly number[] = [0, 502, 503, 504];

/** POST routes that take no idempotency key: if their answer is lost, a second request could do or cost the same twice. */
export const ONCE_ONLY: readonly Route[] = [
  'POST /brands/preview',
  'POST /brands/suggestions/{id}/reject',
  'POST /deliveries/{id}/repeat',
  'POST /judge/try',
  'POST /model-channels/{id}/test',
  'POST /prompts/suggestions/generate',
  'POST /prompts/suggestions/{id}/reject',
  'POST /prompts/{id}/archive',
  'POST /prompts/{id}/unarchive',
  'POST /runs/{id}/cancel',
  'POST /runs/{id}/retry',
  'POST /topics/suggestions/{id}/reject',
  'POST /webhooks/{id}/secret',
  'POST /webhooks/{id}/test',
];

export interface RetryOptions {
  /** How often a request is repeated; 0: never. */
  retries: number;
  wait?(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Sends again what may work a moment later and does no harm the second time. */
export function createRetries({ retries, wait = sleep }: RetryOptions): NonNullable<ClientOptions['attempt']> {
  return async (send, { route, signal }) => {
    for (let failures = 0; ; failures += 1) {
      try {
        return await send();
      } catch (error) {
        if (failures >= retries || !(error instanceof ApiError) || !mayRepeat(route, error)) throw error;
        await wait(toWait(error, failures), signal);
      }
    }
  };
}

function mayRepeat(route: Route, { status, code }: ApiError): boolean {
  if (REFUSED_EARLY.includes(code)) return true;
  // A second DELETE would answer that there is nothing to delete.
  return PASSING.includes(status) && !route.startsWith('DELETE ') && !ONCE_ONLY.includes(route);
}

function toWait({ retryAfterMs }: ApiError, failures: number): number {
  // Not all at once, if many clients were refused together.
  const usual = FIRST_WAIT_MS * 2 ** failures * (0.5 + Math.random() / 2);
  return Math.min(Math.max(retryAfterMs ?? 0, usual), LONGEST_WAIT_MS);
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
