import { startBackground } from './background-service.ts';
import type { Config } from './config.ts';
import { type Context, closeContext, createContext, createLog } from './context.ts';
import { createDemo } from './demo/demo.ts';
import { AppError } from './errors.ts';
import { ensureCompanyKey } from './first-start.ts';
import { createApp } from './surfaces/http/app.ts';
import { listen } from './surfaces/http/server.ts';

/** However long anything takes, the process is gone by then; what was acknowledged is in the store's log already. */
const LAST_MOMENT_MS = 9700;

/** Runs the service until it is told to stop. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config);
  const server = await listen({ host: config.HOST, port: config.PORT });
  let context: Context;
  try {
    context = await createContext(config, log);
  } catch (error) {
    await server.close();
    throw error;
  }
  // From here on there is something to close; the service may be told to stop while it still starts.
  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(0), LAST_MOMENT_MS).unref();
    await server.close();
    await closeContext(context);
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop(signal));

  if (!config.WORKER && !context.store.is_shared) {
    await server.close();
    await closeContext(context);
    throw new AppError(
      'invalid_request',
      'WORKER=off needs a PostgreSQL: an embedded store has no other process to do the work.',
    );
  }
  const { company, secret, sign_in_token, is_fresh } = await ensureCompanyKey(context);
  const demo = is_fresh && config.DEMO ? await createDemo(context, company) : undefined;
  server.open(await createApp(context));
  await startBackground(context);
  log.info({ url: server.url }, 'listening');
  const url = config.PUBLIC_URL || server.url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  process.stdout.write(toBanner({ url, base: url + config.BASE_PATH, secret, sign_in_token, demo: demo?.id }));
}

interface Banner {
  url: string;
  /** Where the interface is. */
  base: string;
  /** The key, where it was made just now. */
  secret: string | null;
  sign_in_token: string | null;
  demo: string | undefined;
}

function toBanner({ url, base, secret, sign_in_token, demo }: Banner): string {
  const key = secret ?? '$KEY';
  const lines = [
    `Overheard is listening on ${url}; the interface is ${base}, described at ${url}/docs`,
    ...(sign_in_token
      ? [`Open the dashboard with this link; it signs you in once:\n\n  ${url}/#sign-in=${sign_in_token}`]
      : []),
    ...(secret ? [`Your company key, shown this once:\n\n  ${secret}`] : []),
    ...(demo
      ? [
          'A report of the demo project:',
          `  curl -s -X POST ${base}/reports/brands -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '{"project_id":"${demo}"}'`,
        ]
      : []),
  ];
  return `\n${lines.join('\n\n')}\n\n`;
}
