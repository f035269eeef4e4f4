import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { Histogram, type Registry } from 'prom-client';
import { isGone, logError, toAppError } from './failures.ts';

/** The status in logs and metrics of a request whose client left before it had its answer. nginx has the same one. */
const CLIENT_LEFT = 499;

/** What became of answers that broke after their beginning was sent, when their status could not be changed any more. */
const broken = new WeakMap<FastifyReply, number>();

/** Leaves requests to `addRequestLog`, and notes answers that break on their way. Fastify asks for a class. */
export class OwnLogController extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }

  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (isGone(request)) return;
    const { code, status } = toAppError(error);
    broken.set(reply, status);
    if (code === 'internal') logError(request.log as Logger, error);
  }
}

/** Counts every request and writes one line about it, however it ends. */
export function addRequestLog(app: FastifyInstance, { log, metrics }: { log: Logger; metrics: Registry }): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by operation and status. 499: the client left before it had its answer.',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [metrics],
  });
  const recorded = new WeakSet<FastifyRequest>();

  function record(request: FastifyRequest, { elapsedTime, status }: { elapsedTime: number; status: number }): void {
    if (recorded.has(request)) return;
    recorded.add(request);
    const operation = request.routeOptions.config.operation ?? 'other';
    durations.observe({ operation, status }, elapsedTime / 1000);
    log.info(
      { request_id: request.id, method: request.method, operation, status, ms: Math.round(elapsedTime) },
      'request',
    );
  }

  app.addHook('onRequest', async (request, reply) => {
    // An answer that is cut off has no `onResponse`.
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) return;
      record(request, { elapsedTime: reply.elapsedTime, status: broken.get(reply) ?? CLIENT_LEFT });
    });
  });
  app.addHook('onResponse', async (request, reply) => {
    record(request, { elapsedTime: reply.elapsedTime, status: reply.statusCode });
  });
}
