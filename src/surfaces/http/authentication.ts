import type { Context } from '../../context.ts';
import { hashSecret } from '../../domain/key.ts';
import { AppError } from '../../errors.ts';
import { INSTALLATION } from '../../store/counters.ts';
import { type Caller, findCaller, touchKeys } from '../../store/keys.ts';
import { remember } from '../../store/remember.ts';
import { logError } from './failures.ts';

/** How exact `last_used_at` is kept. */
const TOUCH_EVERY_MS = 60_000;

export function createAuthentication({ store, log, now }: Context) {
  const touched = new Map<number, number>();
  let touching: Promise<void> = Promise.resolve();

  function touch({ api_key }: Caller): void {
    const time = now().getTime();
    if (time - (touched.get(api_key) ?? 0) < TOUCH_EVERY_MS) return;
    touched.set(api_key, time);
    touching = touching
      .then(() => store.write(INSTALLATION, ({ db }) => touchKeys(db, [api_key], now())))
      .catch((error) => logError(log, error));
  }

  return {
    /** Who calls with this key, or 401. */
    async authenticate(secret: unknown): Promise<Caller> {
      if (typeof secret !== 'string' || secret === '') {
        throw new AppError('unauthorized', 'Send your key in the X-API-Key header.');
      }
      const hash = hashSecret(secret);
      const caller = await remember(store, `caller ${hash}`, () => findCaller(store.db, hash));
      if (!caller) throw new AppError('unauthorized', 'The key in the X-API-Key header is unknown or revoked.');
      touch(caller);
      return caller;
    },
    /** Resolves when nothing is left to be written. */
    settle: () => touching,
  };
}
