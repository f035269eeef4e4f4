import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { showModelIds } from '../../domain/catalog.ts';
import { isForThisMachine } from '../../domain/loopback.ts';
import { AppError } from '../../errors.ts';
import { OPERATIONS } from '../../operations/index.ts';
import { createOpenapi } from '../openapi.ts';
import { createReferencePage, REFERENCE_STYLE } from '../reference-page.ts';
import type { Attempts } from './attempts.ts';
import { requireBearerToken } from './authentication.ts';
import { addBackup } from './backup.ts';

/** Whoever asks whether the service is ready does not wait long for the answer. */
const READY_MS = 1500;

const STYLE_HASH = createHash('sha256').update(REFERENCE_STYLE).digest('base64');
const CONTENT_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`;

/** What is served beside the API and needs no key. */
export function addSystemRoutes(
  app: FastifyInstance,
  context: Context,
  { metrics, attempts }: { metrics: Registry; attempts: Attempts },
): void {
  const { BASE_PATH: basePath } = context.config;
  const show = (text: string) => showModelIds(text, context.config.MODEL_IDS);
  // Made when somebody asks for them: most starts of the program are not for their sake.
  let openapi: string | undefined;
  let page: string | undefined;

  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async () => {
    const timer = new AbortController();
    const late = pause(READY_MS, undefined, { signal: timer.signal, ref: false }).then(() => {
      throw new AppError('store_unavailable', `The database has not answered for ${READY_MS / 1000} seconds.`);
    });
    try {
      await Promise.race([context.store.ping(), late]);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError('store_unavailable', 'The database does not answer.', { cause });
    } finally {
      timer.abort();
    }
    return { status: 'ok' };
  });

  addMetrics(app, context, { metrics, attempts });

  addBackup(app, context, attempts);

  for (const url of ['/openapi.json', `${basePath}/openapi/json`]) {
    app.get(url, async (_request, reply) => {
      openapi ??= show(JSON.stringify(createOpenapi(OPERATIONS, { basePath })));
      return reply.type('application/json; charset=utf-8').send(openapi);
    });
  }

  app.get('/docs/reference', async (_request, reply) => {
    page ??= show(createReferencePage(OPERATIONS, { basePath }));
    return reply.type('text/html; charset=utf-8').header('Content-Security-Policy', CONTENT_POLICY).send(page);
  });
}

/** Metrics tell how much is going on, so they are open only to programs on the same machine. */
function addMetrics(
  app: FastifyInstance,
  { config, log }: Context,
  { metrics, attempts }: { metrics: Registry; attempts: Attempts },
): void {
  const token = config.METRICS_TOKEN;
  const isOff = token === '' && !isForThisMachine(config);
  const off =
    'GET /metrics is off, because others can reach the service (see HOST, PUBLIC_URL and TRUST_PROXY) and METRICS_TOKEN is not set.';
  const message = 'Send the value of METRICS_TOKEN as Authorization: Bearer TOKEN.';
  if (isOff) log.warn(off);
  app.get('/metrics', async (request, reply) => {
    if (isOff)
      throw new AppError('forbidden', `${off} Set it for the service, and send it as Authorization: Bearer TOKEN.`);
    if (token !== '') await requireBearerToken(request, { attempts, token, message });
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}
