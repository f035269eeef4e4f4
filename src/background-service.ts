import { renewOutdated } from './analysis/project-settings.ts';
import type { Config } from './config.ts';
import { type Context, closeContext, createContext, createLog } from './context.ts';
import { AppError } from './errors.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { watchUnhandledErrors } from './unhandled-errors.ts';

const HOUR_MS = 3_600_000;

/** Starts the background work, unless it is left to other processes. */
export async function startBackground(context: Context): Promise<void> {
  if (!context.config.WORKER) return;
  await renewOutdated(context);
  await context.worker.start();
}

/** Works in the background, and does nothing else, until it is told to stop. */
export async function runWorker(config: Config): Promise<void> {
  const log = createLog(config);
  watchUnhandledErrors(log);
  const context = await createContext({ ...config, WORKER: true }, log);
  const stopTracing = await startTracing(config, log);
  const close = async () => {
    await closeContext(context);
    await stopTracing();
  };
  try {
    if (!context.store.is_shared) {
      throw new AppError(
        'invalid_request',
        '"overheard worker" needs a database that processes can share: set DATABASE_URL to a PostgreSQL database.',
      );
    }
    stopOnSignal(log, close);
    await startBackground(context);
  } catch (error) {
    await close();
    throw error;
  }
  // Timers of the worker do not keep the process alive by themselves.
  setInterval(() => {}, HOUR_MS);
  log.info('working');
}
