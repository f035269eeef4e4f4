import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';

/** Names the kind of work in the log and in the metrics. */
export type OwnerKind = 'http_request' | 'outbound_request' | 'work';

export interface Owner {
  kind: OwnerKind;
  /** Ends this piece of work with the error. Does nothing if the work is over. */
  fail(error: unknown): void;
}

/** The process ends after this time, whether or not `beforeCrash` is through. */
const MAX_LAST_WORK_MS = 3000;
const LOGGED_CHARACTERS = 300;

const owners = new AsyncLocalStorage<Owner | null>();
const lastWork = new Set<() => Promise<void>>();
const counts = new Map<OwnerKind | 'none', number>();

/** Runs work which ends, by `fail`, with any error that is thrown in its course and that nobody handles. */
export function runOwned<Result>(owner: Owner, work: () => Result): Result {
  return owners.run(owner, work);
}

/** Runs work that is not undone by ending its owner, such as a transaction: an unhandled error in it ends the process. */
export function runUnowned<Result>(work: () => Result): Result {
  return owners.getStore() ? owners.run(null, work) : work();
}

/** Registers what is still done when the process ends by an error of its own. Returns a function that takes it back. */
export function beforeCrash(work: () => Promise<void>): () => void {
  lastWork.add(work);
  return () => lastWork.delete(work);
}

/** How many errors nobody handled, by the kind of work that they ended; `none` ended the process. */
export function countUnhandledErrors(): ReadonlyMap<OwnerKind | 'none', number> {
  return counts;
}

/**
 * Decides for the whole process what follows from an error that nobody handled. If the error belongs to a request or a piece
 * of work, that ends. Otherwise what the process has in memory may be wrong, so the process says so and exits.
 */
export function watchUnhandledErrors(log: Logger): void {
  let isEnding = false;
  const handle = (error: unknown) => {
    const owner = owners.getStore() ?? null;
    const kind = owner?.kind ?? 'none';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const about = { owner: kind, error: describe(error, owner) };
    if (owner) {
      log.error(about, 'an error was not handled; it ended the work that it belongs to');
      owner.fail(error);
      return;
    }
    log.fatal(about, 'an error was not handled, and the state of the process may be wrong: the process ends');
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), MAX_LAST_WORK_MS);
    void Promise.allSettled([...lastWork].map((work) => work())).then(() => process.exit(1));
  };
  process.on('uncaughtException', handle);
  process.on('unhandledRejection', handle);
}

/** The messages of errors of outbound requests can quote headers, and with them a key, so they are left out. */
function describe(error: unknown, owner: Owner | null) {
  const { name, message, stack, code } = (error instanceof Error ? error : new Error(String(error))) as Error & {
    code?: unknown;
  };
  return {
    name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(owner?.kind === 'outbound_request' ? {} : { message: message.slice(0, LOGGED_CHARACTERS) }),
    frames: stack?.split('\n').filter((line) => /^\s+at /.test(line)),
  };
}
