import { setInterval } from 'node:timers';
import { forgetOld, renewOutdated } from './analysis/worker.ts';
import type { Config } from './config.ts';
import { type Context, closeContext, createContext } from './context.ts';
import { AppError } from './errors.ts';

const HOUR_MS = 3_600_000;

/** Starts what goes on in the background; where the work is left to other processes, nothing. */
export async function startBackground(context: Context): Promise<void> {
  if (!context.config.WORKER) return;
  await renewOutdated(context);
  await context.worker.start();
  const clean = async () => {
    try {
      await forgetOld(context);
    } catch (error) {
      context.log.error({ message: String(error).slice(0, 300) }, 'old answers could not be removed');
    }
  };
  await clean();
  setInterval(() => void clean(), HOUR_MS).unref();
}

/** Works in the background, and does nothing else, until it is told to stop. */
export async function runWorker(config: Config): Promise<void> {
  const context = await createContext({ ...config, WORKER: true });
  if (!context.store.is_shared) {
    await closeContext(context);
    throw new AppError(
      'invalid_request',
      'A worker of its own needs a store that processes can share: set DATABASE_URL to a PostgreSQL.',
    );
  }
  const { log } = context;
  // Timers of the worker do not keep the process alive by themselves.
  const alive = setInterval(() => {}, HOUR_MS);
  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    clearInterval(alive);
    await closeContext(context);
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop(signal));
  await startBackground(context);
  log.info('working');
}
