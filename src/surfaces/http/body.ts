import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJsonObject } from '../../domain/json.ts';
import { AppError } from '../../errors.ts';
import { decodeUtf8 } from './lines.ts';

/** The types that fetch, curl and urllib send by default are read as JSON too. */
const READ_AS_JSON = /^(|application\/(json|x-www-form-urlencoded)|text\/plain|[^/]+\/[^/]+\+json)$/;

export const NDJSON = 'application/x-ndjson';

/** Reads bodies: JSON objects, an empty body as `{}`, and NDJSON as a stream that is left unread. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const type = toMediaType(request.headers['content-type']);
    if (!READ_AS_JSON.test(type)) {
      throw new AppError('unsupported_media_type', `Send the body as application/json, not as ${type.slice(0, 100)}.`);
    }
    const text = decodeUtf8(body);
    return text.trim() === '' ? {} : parseJsonObject(text);
  });
  app.addContentTypeParser(NDJSON, async (_request: unknown, payload: unknown) => payload);
}

export function toMediaType(header: string | undefined): string {
  return (header ?? '').split(';')[0]!.trim().toLowerCase();
}
