import type { FastifyInstance } from 'fastify';
import { isTracing, type Span, startSpan } from '../../tracing/trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null;
  }
}

/** Asked every few seconds by machines. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics']);

/** Makes each request a span, if tracing is on. It says the route, never the address that was asked for. */
export function addRequestTraces(app: FastifyInstance): void {
  if (!isTracing()) return;
  app.decorateRequest('span', null);

  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url;
    if (route !== undefined && UNTRACED.has(route)) return done();
    const span = startSpan({
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      attributes: {
        'http.request.method': method,
        'overheard.operation': routeOptions.config.operation ?? 'other',
        ...(route === undefined ? {} : { 'http.route': route }),
      },
      traceparent: typeof headers.traceparent === 'string' ? headers.traceparent : undefined,
    })!;
    request.span = span;
    reply.raw.once('close', () => {
      span.note({ 'http.response.status_code': reply.statusCode, 'overheard.is_complete': reply.raw.writableFinished });
      if (reply.statusCode >= 500) span.fail({ code: String(reply.statusCode) });
      span.end();
    });
    span.run(done);
  });

  // A body arrives outside of the span.
  app.addHook('preValidation', ({ span }, _reply, done) => {
    if (span) span.run(done);
    else done();
  });
}
