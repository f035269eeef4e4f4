import type { FastifyInstance, FastifyReply } from 'fastify';
import { type WrittenAnswer, writeInPieces } from './written-answers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    written: WrittenAnswer | null;
  }
}

/**
 * Gives each of these answers a tag that changes with it. Who sends the tag back in `If-None-Match` gets 304 and no body as long
 * as the answer is the same. Reports are asked with POST but change nothing, so this holds for them too.
 */
export function addEtags(scope: FastifyInstance, isReading: (operation: string) => boolean): void {
  scope.decorateRequest('written', null);
  scope.addHook('preSerialization', async (request, reply, payload) => {
    const { operation } = request.routeOptions.config as { operation?: string };
    const answer = await writeInPieces(payload as object);
    if (reply.statusCode === 200 && operation !== undefined && isReading(operation)) request.written = answer;
    return payload;
  });
  scope.addHook('onSend', async (request, reply, payload) => {
    const { written } = request;
    if (written === null || written.bytes !== payload) return payload;
    const { tag } = written;
    void reply.header('ETag', tag);
    if (!isAmong(tag, request.headers['if-none-match'])) return payload;
    withoutBody(reply);
    return null;
  });
}

/** Whether a list of tags, which may be strong or weak, names this one or any. */
function isAmong(tag: string, list: string | undefined): boolean {
  if (list === undefined) return false;
  const toOpaque = (text: string) => text.trim().replace(/^W\//, '');
  return list.split(',').some((one) => one.trim() === '*' || toOpaque(one) === toOpaque(tag));
}

function withoutBody(reply: FastifyReply): void {
  void reply.code(304).removeHeader('Content-Type').removeHeader('Content-Length');
}
