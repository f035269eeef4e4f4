import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Gives each of these answers a tag that changes with it. Who sends the tag back in `If-None-Match` gets 304 and no body as long
 * as the answer is the same. Reports are asked with POST but change nothing, so this holds for them too.
 */
export function addEtags(scope: FastifyInstance, isReading: (operation: string) => boolean): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    const { operation } = request.routeOptions.config as { operation?: string };
    const isAnswer = reply.statusCode === 200 && typeof payload === 'string';
    if (!isAnswer || operation === undefined || !isReading(operation)) return payload;
    // Weak: the same answer may be sent compressed or not.
    const tag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
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
