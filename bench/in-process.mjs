import { readConfig } from '../dist/config.js';
import { closeContext, createContext } from '../dist/context.js';
import { ensureCompanyKey } from '../dist/first-start.js';
import { createApp } from '../dist/surfaces/http/app.js';
import { listen } from '../dist/surfaces/http/server.js';

export const BOOTSTRAP_KEY = 'benchmark-key-of-this-machine-only';

/** The settings of every measurement, with the location of its data. */
export function toEnvironment(file) {
  const DATABASE_URL = file.includes('://') ? file : `duckdb:${file}`;
  return { DATABASE_URL, BOOTSTRAP_KEY, DEMO: 'off', RATE_LIMIT: '0', PORT: '0', LOG_LEVEL: 'error' };
}

/** The API without a port, for preparing data. */
export async function createApi(file) {
  const context = await createContext(readConfig(toEnvironment(file)));
  await ensureCompanyKey(context);
  const { fastify } = await createApp(context);
  return {
    async post(path, body) {
      const headers = { 'x-api-key': BOOTSTRAP_KEY, 'content-type': 'application/json' };
      const response = await fastify.inject({
        method: 'POST',
        url: `/v1${path}`,
        headers,
        payload: JSON.stringify(body),
      });
      if (response.statusCode >= 300) throw new Error(`POST ${path}: ${response.statusCode} ${response.body}`);
      return response.json();
    },
    async close() {
      await fastify.close();
      await closeContext(context);
    },
  };
}

/** The whole service on a real port in this process, so that its store can also be queried directly. */
export async function startHere(file) {
  const config = readConfig(toEnvironment(file));
  const server = await listen({ host: config.HOST, port: config.PORT });
  const context = await createContext(config);
  await ensureCompanyKey(context);
  server.open(await createApp(context));
  await context.worker.start();
  await context.worker.idle();
  return {
    url: server.url,
    store: context.store,
    async close() {
      await server.close();
      await closeContext(context);
    },
  };
}
