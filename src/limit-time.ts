export interface TimeLimit {
  signal: AbortSignal;
  /** Aborts the signal before the time is over. */
  abort(reason: unknown): void;
  /** Must be called when the work is over. */
  end(): void;
}

/**
 * A signal that is aborted with the outer one, or when the time is over.
 *
 * TRICKY: not `AbortSignal.any` with `AbortSignal.timeout`. On Node 20 the garbage collector can take the timeout away
 * while a request waits for it, and the request waits for ever.
 */
export function limitTime(outer: AbortSignal | undefined, seconds: number): TimeLimit {
  const controller = new AbortController();
  const passOn = () => controller.abort(outer?.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException('The time is over.', 'TimeoutError')),
    seconds * 1000,
  );
  if (outer?.aborted) passOn();
  else outer?.addEventListener('abort', passOn, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', passOn);
    },
  };
}
