import type { Logger } from 'pino';

/** Ends the process in order when it is told to stop: runs `stop` once, then exits. */
export function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  const end = async (signal: string) => {
    log.info({ signal }, 'stopping');
    await stop();
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void end(signal));
}
