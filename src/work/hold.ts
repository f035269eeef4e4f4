import type { Logger } from 'pino';
import { type Claim, renewWork, type WorkKey } from '../store/queries/work.ts';
import type { Store } from '../store/store.ts';

/** How often a lease is renewed before it would run out. */
const RENEWALS_PER_LEASE = 3;

export interface Hold {
  /** Aborted when the work is no longer ours: it is done, or somebody else holds it. */
  signal: AbortSignal;
  /** Stops renewing; the lease then runs out, or is released by whoever knows when the work is due again. */
  end(): void;
}

/** Keeps claimed work by renewing its lease for as long as the work takes. */
export function holdLease(
  { store, log }: { store: Store; log: Logger },
  key: WorkKey,
  { holder, seconds }: Claim,
): Hold {
  const lost = new AbortController();
  let isEnded = false;

  async function renew(): Promise<void> {
    try {
      const isHeld = await store.write(key.project, ({ db }) => renewWork(db, key, { holder, seconds }));
      if (!isHeld && !isEnded) lost.abort(new Error('somebody else holds this work now'));
    } catch (error) {
      // A store that cannot be reached now may be reached before the lease runs out.
      log.warn({ ...key, message: String(error).slice(0, 300) }, 'a lease could not be renewed');
    }
  }

  const renewing = setInterval(() => void renew(), (seconds * 1000) / RENEWALS_PER_LEASE).unref();
  return {
    signal: lost.signal,
    end: () => {
      isEnded = true;
      clearInterval(renewing);
    },
  };
}
