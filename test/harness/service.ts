// The whole service on a database of its own, without a port: tests send requests and get responses.
import { Writable } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { type Context, closeContext, createContext } from '../../src/context.ts';
import { createSecret, hashSecret } from '../../src/domain/key.ts';
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import { findCompany, insertCompany, insertKey } from '../../src/store/queries/keys.ts';
import { createApp } from '../../src/surfaces/http/app.ts';
import { createDatabase } from './databases.ts';
import { checkResponse } from './published-schemas.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects; the shape is checked against the published schema.
  body: any;
  text: string;
  /** The bytes as they were sent. */
  raw: Buffer;
}

export interface Asking {
  key?: string | null;
  query?: Record<string, string | string[]>;
  /** Sent as JSON; a string or Buffer as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The address that the connection comes from. */
  from?: string;
}

export interface Client {
  get(path: string, asking?: Asking): Promise<Answer>;
  post(path: string, body?: unknown, asking?: Asking): Promise<Answer>;
  put(path: string, body?: unknown, asking?: Asking): Promise<Answer>;
  patch(path: string, body?: unknown, asking?: Asking): Promise<Answer>;
  delete(path: string, body?: unknown, asking?: Asking): Promise<Answer>;
  request(method: string, path: string, asking?: Asking): Promise<Answer>;
}

export interface TestService {
  context: Context;
  /** Everything that was logged. */
  logged(): string;
  /** Requests with this key by default, below the base path. */
  as(key: string | null): Client;
  /** Opens a port, for what cannot do without, and returns the address of the service. */
  listen(): Promise<string>;
  /** A new company with a company key. */
  createCompany(): Promise<{ key: string; client: Client }>;
  /** A new company with one project, and a client whose key is that project's. */
  createProject(name?: string): Promise<TestProject>;
  close(): Promise<void>;
}

export interface TestProject {
  id: string;
  companyKey: string;
  company: Client;
  key: string;
  client: Client;
}

/** A whole service on a database of its own, spoken to without a port; every response is checked against its published schema. */
export async function startService(env: Record<string, string> = {}, now?: () => Date): Promise<TestService> {
  const database = await createDatabase();
  const config = readConfig({
    DATABASE_URL: database.url,
    DATABASE_POOL: '6',
    // Waking a second one takes longer than the small queries of most tests; those of test/process have all.
    DATABASE_THREADS: '1',
    RATE_LIMIT: '0',
    SHARE_RATE_LIMIT: '0',
    FAILED_ATTEMPTS_LIMIT: '0',
    LOG_LEVEL: 'info',
    // Threads run compiled code; test/process covers them.
    EXTRACTION_THREADS: '0',
    // Providers are local servers, whatever the store is.
    ALLOW_PRIVATE_ADDRESSES: 'true',
    SECRETS_KEY: 'ab'.repeat(32),
    ...env,
  });
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const context = await createContext(config, pino({ level: config.LOG_LEVEL }, sink), now);
  const { fastify } = await createApp(context);
  await context.worker.start();
  let companies = 0;

  async function request(method: string, path: string, asking: Asking = {}): Promise<Answer> {
    const { key, query, body, headers = {}, from } = asking;
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const url = path.startsWith('//') ? path.slice(1) : config.BASE_PATH + path;
    const options = {
      method: method as 'GET',
      url,
      ...(query ? { query } : {}),
      ...(from ? { remoteAddress: from } : {}),
      headers: {
        ...(key ? { 'x-api-key': key } : {}),
        ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
    } satisfies InjectOptions;
    const response = await fastify.inject(options as InjectOptions);
    const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
    const answer = {
      status: response.statusCode,
      headers: response.headers as Record<string, string | undefined>,
      body:
        isJson && response.payload !== '' && !response.headers['content-encoding']
          ? JSON.parse(response.payload)
          : undefined,
      text: response.payload,
      raw: response.rawPayload,
    };
    if (isJson && path.startsWith('/') && !path.startsWith('//') && answer.body !== undefined) {
      checkResponse({ method, path: path.split('?')[0]!, status: answer.status, body: answer.body });
    }
    return answer;
  }

  function as(defaultKey: string | null): Client {
    const ask =
      (method: string) =>
      (path: string, body?: unknown, asking: Asking = {}) =>
        request(method, path, { key: defaultKey, ...(body === undefined ? {} : { body }), ...asking });
    return {
      get: (path, asking = {}) => request('GET', path, { key: defaultKey, ...asking }),
      post: ask('POST'),
      put: ask('PUT'),
      patch: ask('PATCH'),
      delete: ask('DELETE'),
      request: (method, path, asking = {}) => request(method, path, { key: defaultKey, ...asking }),
    };
  }

  async function createCompany() {
    companies += 1;
    const name = `company ${companies}`;
    const key = createSecret('company');
    await context.store.write(INSTALLATION, async ({ db }) => {
      const company = (await findCompany(db, name)) ?? (await insertCompany(db, { name, now: new Date() }));
      const values = {
        company,
        project: 0,
        name,
        rights: 'write' as const,
        hash: hashSecret(key),
        is_bootstrap: false,
      };
      await insertKey(db, { ...values, now: new Date() });
    });
    return { key, client: as(key) };
  }

  async function createProject(name = 'Project'): Promise<TestProject> {
    const { key: companyKey, client: company } = await createCompany();
    const { id } = (await company.post('/projects', { name })).body;
    const { key } = (await company.post('/keys', { project_id: id })).body;
    return { id, companyKey, company, key, client: as(key) };
  }

  return {
    context,
    logged: () => lines.join(''),
    as,
    listen: () => fastify.listen({ port: 0, host: '127.0.0.1' }),
    createCompany,
    createProject,
    close: async () => {
      await fastify.close();
      await closeContext(context);
      await database.drop();
    },
  };
}
