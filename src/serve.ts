import { startBackground } from './background-service.ts';
import type { Config } from './config.ts';
import { type Context, closeContext, createContext, createLog } from './context.ts';
import { createDemo } from './demo/demo.ts';
import { DEMO_PERIOD } from './demo/demo-answers.ts';
import { AppError } from './errors.ts';
import { ensureCompanyKey } from './first-start.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { createApp } from './surfaces/http/app.ts';
import { type HttpServer, listen } from './surfaces/http/server.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { watchUnhandledErrors } from './unhandled-errors.ts';

/** The process ends after this time at the latest. Everything that was acknowledged is in the store's log by then. */
const MAX_STOP_MS = 9700;

/** Runs the service until it is told to stop. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config);
  watchUnhandledErrors(log);
  const server = await listen({ host: config.HOST, port: config.PORT, log });
  const stopTracing = await startTracing(config, log);
  let context: Context;
  try {
    context = await createContext(config, log);
  } catch (error) {
    await server.close();
    await stopTracing();
    throw error;
  }
  // From here on there is something to close. The service may be told to stop while it is still starting.
  const close = async () => {
    await server.close();
    await closeContext(context);
    await stopTracing();
  };
  stopOnSignal(log, async () => {
    setTimeout(() => process.exit(0), MAX_STOP_MS).unref();
    await close();
  });
  try {
    await start(context, server);
  } catch (error) {
    // What stays open would keep the process alive, which nobody could tell from one that is still starting.
    await close();
    throw error;
  }
}

/** Fills what is missing in the store, and takes requests. */
async function start(context: Context, server: HttpServer): Promise<void> {
  const { config, log } = context;
  if (!config.WORKER && !context.store.is_shared) {
    throw new AppError(
      'invalid_request',
      'WORKER=off needs a PostgreSQL database: no other process can do the background work of an embedded store.',
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
  /** Where the API is. */
  base: string;
  /** The key, if it was created just now. */
  secret: string | null;
  sign_in_token: string | null;
  demo: string | undefined;
}

function toBanner({ url, base, secret, sign_in_token, demo }: Banner): string {
  const key = secret ?? '$KEY';
  const lines = [
    `Overheard is listening on ${url}`,
    `API: ${base}\nDocumentation: ${url}/docs`,
    ...(sign_in_token
      ? [`Open the dashboard with this link, which works once:\n\n  ${url}/#sign-in=${sign_in_token}`]
      : []),
    ...(secret ? [`Your company key, which is shown only this once:\n\n  ${secret}`] : []),
    ...(demo
      ? [
          'Get a report of the demo project:',
          `  curl -s -X POST ${base}/reports/brands -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify({ project_id: demo, ...DEMO_PERIOD })}'`,
        ]
      : []),
  ];
  return `\n${lines.join('\n\n')}\n\n`;
}
