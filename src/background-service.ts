import { renewOutdated } from './analysis/project-settings.ts';
import type { Config } from './config.ts';
import { type Context, closeContext, createContext } from './context.ts';
import { AppError } from './errors.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const HOUR_MS = 3_600_000;

/** Starts the background work, unless it is left to other processes. */
export async function startBackground(context: Context): Promise<void> {
  if (!context.config.WORKER) return;
  await renewOutdated(context);
  await context.worker.start();
}

/** Works in the background, and does nothing else, until it is told to stop. */
export async function runWorker(config: Config): Promise<void> {
  const context = await createContext({ ...config, WORKER: true });
  const { log, store } = context;
  try {
    if (!store.is_shared) {
      throw new AppError(
        'invalid_request',
        '"overheard worker" needs a database that processes can share: set DATABASE_URL to a PostgreSQL database.',
      );
    }
    stopOnSignal(log, () => closeContext(context));
    await startBackground(context);
  } catch (error) {
    await closeContext(context);
    throw error;
  }
  // Timers of the worker do not keep the process alive by themselves.
  setInterval(() => {}, HOUR_MS);
  log.info('working');
}
