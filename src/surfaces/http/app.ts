import { Readable } from 'node:stream';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preParsingHookHandler,
} from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { NDJSON } from '../../exporting/formats.ts';
import { createUuid } from '../../ids.ts';
import { type Authentication, type Caller, createAuthentication } from '../../operations/authentication.ts';
import { open } from '../../operations/call.ts';
import { hashBody } from '../../operations/execute.ts';
import { OPERATIONS } from '../../operations/index.ts';
import type { Operation } from '../../operations/operation.ts';
import { toStatus } from '../http-shape.ts';
import { addAskMetrics } from './ask-metrics.ts';
import { type Attempts, createAttempts } from './attempts.ts';
import { authenticate } from './authentication.ts';
import { addBodyParsers, toMediaType } from './body.ts';
import { addBrandMetrics } from './brand-metrics.ts';
import { allowUpload, isUnread } from './connections.ts';
import { openDashboard } from './dashboard.ts';
import { addDeliveryMetrics } from './delivery-metrics.ts';
import { addEtags } from './etags.ts';
import { SAFE_HEADERS, sendError } from './failures.ts';
import { checkTexts, listGiven, readInput, readProjectId } from './input.ts';
import { limitExpansion, readLines, untilAborted } from './lines.ts';
import { addMcpRoute, MCP_PATH } from './mcp-route.ts';
import { COUNTED_HEADER, createRateLimits } from './rate-limits.ts';
import { addRefusals, createPathError } from './refusals.ts';
import { addRequestLog, OwnLogController } from './request-log.ts';
import { addRequestTraces } from './request-traces.ts';
import { addSessionRoutes, SESSION_PATH } from './session-routes.ts';
import { addStoreMetrics } from './store-metrics.ts';
import { createStreams, type Streams } from './streams.ts';
import { addSystemRoutes } from './system-routes.ts';
import { createTurnstile } from './turnstile.ts';
import { writeAnswer } from './written-answers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
  interface FastifyContextConfig {
    operation?: string;
    /** Whether the body may be a stream of lines. */
    takesLines?: boolean;
  }
}

const MIB = 1024 * 1024;
/** The day on which filtering by model_id was deprecated, in the format of RFC 9745. */
const DEPRECATION = '@1767225600';
/** Headers that pages of other origins may read. */
const OWN_HEADERS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Date-Range',
  'ETag',
  'Deprecation',
  'Retry-After',
];

export interface App {
  fastify: FastifyInstance;
  /** Ends all requests that are still running, with this reason. */
  abort(reason: AppError): void;
}

/** The HTTP surface of the operations. It does not listen on a port by itself. */
export async function createApp(context: Context): Promise<App> {
  const { config, log } = context;
  const fastify = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new OwnLogController(),
    bodyLimit: MIB,
    trustProxy: config.TRUST_PROXY.length > 0 && config.TRUST_PROXY,
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: false },
    genReqId: ({ headers }) => toRequestId(headers['x-request-id']),
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request as FastifyRequest, withHeaders(request as FastifyRequest, reply as FastifyReply)),
  });
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  new Gauge({
    name: 'extraction_slow_parsing',
    help: '1 if answers are parsed the slow way, because the fast way does not fit the installed Markdown parser.',
    registers: [metrics],
  }).set(context.readers.slow_parsing_reason === null ? 0 : 1);

  addAskMetrics(metrics, context);
  addDeliveryMetrics(metrics, context);
  addStoreMetrics(metrics, context);
  addBrandMetrics(metrics, context);

  addRequestTraces(fastify);
  fastify.addHook('onRequest', async (request, reply) => void withHeaders(request, reply));
  addRequestLog(fastify, { log, metrics });
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    // The next request on this connection would wait for a body that nobody reads.
    if (isUnread(request.raw)) void reply.header('Connection', 'close');
    done();
  });
  fastify.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  const dashboard = openDashboard({ basePath: config.BASE_PATH, extraCountries: config.EXTRA_COUNTRIES });
  fastify.setNotFoundHandler((request, reply) => {
    if (dashboard.serve(request, reply)) return reply;
    return sendError(createPathError(request), request, reply);
  });
  addBodyParsers(fastify);
  await fastify.register(compress, {
    encodings: ['gzip', 'identity'],
    requestEncodings: ['gzip', 'identity'],
    customTypes: /json|text|csv/,
  });
  if (config.CORS_ORIGINS.length > 0) {
    await fastify.register(cors, {
      origin: config.CORS_ORIGINS,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['X-API-Key', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'X-Request-Id'],
      exposedHeaders: OWN_HEADERS,
    });
  }
  const attempts = createAttempts(context);
  addSystemRoutes(fastify, context, { metrics, attempts });
  addSessionRoutes(fastify, context, attempts);
  const running = new Set<AbortController>();
  const authentication = createAuthentication(context);
  const counted = new Set<string>();
  await fastify.register(async (scope) =>
    addOperationRoutes(scope, context, { authentication, attempts, running, counted }),
  );
  await fastify.register(async (scope) => addMcpRoute(scope, context, { authentication, attempts, counted }));
  addRefusals(fastify, [
    { url: SESSION_PATH, method: 'POST' },
    { url: SESSION_PATH, method: 'DELETE' },
    { url: MCP_PATH, method: 'POST' },
    ...OPERATIONS.map(({ path, method }) => ({ url: toUrl(config.BASE_PATH, path), method })),
  ]);
  await fastify.ready();
  return {
    fastify,
    abort: (reason) => {
      for (const controller of running) controller.abort(reason);
    },
  };
}

async function addOperationRoutes(
  scope: FastifyInstance,
  context: Context,
  {
    authentication,
    attempts,
    running,
    counted,
  }: { authentication: Authentication; attempts: Attempts; running: Set<AbortController>; counted: Set<string> },
): Promise<void> {
  const publicUrl = context.config.PUBLIC_URL;
  const streams = await createStreams(context);
  const enter = createTurnstile();
  const heavy = new Set(OPERATIONS.filter(({ is_heavy }) => is_heavy).map(({ id }) => id as string));
  scope.addHook('onRequest', (request) => enter(heavy.has(request.routeOptions.config.operation ?? '')));
  scope.addHook('onRequest', async (request) => {
    request.caller = await authenticate(request, { authentication, attempts, publicUrl });
  });
  const limit = createRateLimits(context);
  scope.addHook('onRequest', async (request, reply) => {
    if (!counted.has(String(request.headers[COUNTED_HEADER]))) await limit(request, reply);
  });
  scope.addHook('onClose', authentication.settle);
  const reading = new Set(OPERATIONS.filter(({ right }) => right !== 'write').map(({ id }) => id as string));
  addEtags(scope, (operation) => reading.has(operation));
  // Fastify sends bytes too, though its type says text.
  scope.setReplySerializer((payload) => writeAnswer(payload as object).bytes as unknown as string);
  scope.addHook('onClose', streams.close);
  for (const operation of OPERATIONS as readonly Operation[]) {
    scope.route({
      method: operation.method,
      url: toUrl(context.config.BASE_PATH, operation.path),
      config: { operation: operation.id, takesLines: operation.handleLines !== undefined },
      ...(operation.max_bytes ? { bodyLimit: operation.max_bytes, preParsing: allowLargeBody } : {}),
      handler: async (request, reply) => {
        const controller = new AbortController();
        running.add(controller);
        const gone = () => {
          running.delete(controller);
          if (!reply.raw.writableFinished)
            controller.abort(new AppError('stopping', 'The client closed the connection.'));
        };
        reply.raw.once('close', gone);
        if (operation.handleLines) allowUpload(request.raw, (error) => controller.abort(error));
        return answer({ context, operation, request, reply, streams, signal: controller.signal });
      },
    });
  }
}

const allowLargeBody: preParsingHookHandler = (request, _reply, payload, done) => {
  allowUpload(request.raw);
  done(null, payload);
};

interface Exchange {
  context: Context;
  operation: Operation;
  request: FastifyRequest;
  reply: FastifyReply;
  streams: Streams;
  signal: AbortSignal;
}

async function answer(exchange: Exchange): Promise<FastifyReply> {
  const { context, operation, request, reply, streams, signal } = exchange;
  const takesLines = operation.handleLines && toMediaType(request.headers['content-type']) === NDJSON;
  const { caller } = request;
  const parts = {
    params: request.params as Record<string, unknown>,
    query: request.query as Record<string, unknown>,
    body: takesLines ? null : ((operation.method === 'GET' ? {} : (request.body ?? {})) as Record<string, unknown>),
  };
  checkTexts(parts);
  const key = request.headers['idempotency-key'] as string | undefined;
  const opened = await open(operation, {
    context,
    caller,
    project_id: readProjectId(operation, parts),
    signal,
    // Validation comes last: it fills in the defaults.
    read: () => ({
      given: listGiven(parts),
      idempotency: key === undefined ? undefined : { key, body_hash: request.bodyHash || hashBody(parts.body) },
      input: readInput(operation, parts),
    }),
  });
  if (opened.date_range) void reply.header('X-Date-Range', opened.date_range);
  if (opened.is_deprecated) void reply.header('Deprecation', DEPRECATION);
  if (takesLines) {
    const bytes: AsyncIterable<Buffer> = (request.body as Readable | null) ?? Readable.from([]);
    const lines = readLines(untilAborted(limitExpansion(bytes), signal));
    return reply.code(toStatus(operation)).send(await operation.handleLines!(opened.call, lines));
  }
  const stream = await streams.open(operation, opened.call, request.headers.accept);
  if (stream) return reply.type(stream.type).send(stream.body);
  return reply.code(toStatus(operation)).send(await opened.run());
}

/** `/prompts/{id}` → `/v1/prompts/:id`. */
function toUrl(basePath: string, path: string): string {
  return basePath + path.replace(/\{(\w+)\}/g, ':$1');
}

function toRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(header) ? header : createUuid();
}

function withHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.headers({ 'X-Request-Id': request.id, ...SAFE_HEADERS });
}
