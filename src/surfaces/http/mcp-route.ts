import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toHttpRequest } from '../../client/http-request.ts';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Authentication } from '../../operations/authentication.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Attempts } from './attempts.ts';
import { authenticate, readBearer } from './authentication.ts';
import { createPageCheck } from './page-check.ts';
import { COUNTED_HEADER, createRateLimits } from './rate-limits.ts';

export const MCP_PATH = '/mcp';

interface Asked {
  request: FastifyRequest;
  operation: Operation;
  input: Record<string, unknown>;
  signal: AbortSignal;
}

/**
 * Lets assistants use the service by the Model Context Protocol. What they ask for becomes requests to the API with their own
 * key, so that its rights and the log are the same. A message counts as one request, with all that it asks for.
 */
export function addMcpRoute(
  scope: FastifyInstance,
  context: Context,
  { authentication, attempts, counted }: { authentication: Authentication; attempts: Attempts; counted: Set<string> },
): void {
  const { config, now } = context;
  const checkPage = createPageCheck(config);
  /** Loaded when the first assistant comes: most installations have none. */
  const load = async () => {
    const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../mcp/server.ts'),
    ]);
    return { createMcpHandler, createMcpServer };
  };

  scope.addHook('onRequest', async (request) => {
    checkPage(request);
    const token = readBearer(request);
    if (token !== undefined) request.headers['x-api-key'] ??= token;
    // Never a session: a page of another origin could use it.
    if (!request.headers['x-api-key']) {
      throw new AppError('unauthorized', 'Send your key in the X-API-Key header, or as Authorization: Bearer KEY.');
    }
    request.caller = await authenticate(request, { authentication, attempts, publicUrl: config.PUBLIC_URL });
  });
  scope.addHook('onRequest', createRateLimits(context));

  scope.post(MCP_PATH, { config: { operation: 'mcp' } }, async (request, reply) => {
    const { createMcpHandler, createMcpServer } = await load();
    const controller = new AbortController();
    reply.raw.once('close', () => controller.abort());
    const { fetch } = createMcpHandler(() =>
      createMcpServer((operation, input, signal) => ask(scope, { request, operation, input, signal }), now),
    );
    const response = await fetch(toWebRequest(request, controller.signal), { parsedBody: request.body });
    void reply.code(response.status);
    // Whether the connection stays is between us and the client.
    response.headers.delete('connection');
    for (const [name, value] of response.headers) void reply.header(name, value);
    return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream) : '');
  });

  /** A request to the API itself, as if the assistant had sent it. */
  async function ask(
    { inject }: Pick<FastifyInstance, 'inject'>,
    { request, operation, input, signal }: Asked,
  ): Promise<unknown> {
    const { method, url, body } = toHttpRequest(`${operation.method} ${operation.path}`, input, operation.in_query);
    const ticket = randomUUID();
    counted.add(ticket);
    const response = await inject({
      method: method as 'GET',
      url: config.BASE_PATH + url,
      remoteAddress: request.ip,
      headers: {
        'x-api-key': request.headers['x-api-key'] as string,
        'x-request-id': request.id,
        [COUNTED_HEADER]: ticket,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: body }),
      signal,
    }).finally(() => counted.delete(ticket));
    const answer = response.json() as { message?: string };
    if (response.statusCode >= 400) throw new Error(answer.message ?? `The service answered ${response.statusCode}.`);
    return answer;
  }
}

/** The protocol is written for requests as browsers know them. Its body is parsed already. */
function toWebRequest({ headers }: FastifyRequest, signal: AbortSignal): Request {
  const kept = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];
  return new Request(`http://localhost${MCP_PATH}`, {
    method: 'POST',
    headers: kept.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])) as [
      string,
      string,
    ][],
    signal,
  });
}
