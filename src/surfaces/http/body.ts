import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createBreath } from '../../breath.ts';
import { createJsonError, parseJson, parseJsonObject } from '../../domain/json.ts';
import { AppError } from '../../errors.ts';
import { NDJSON } from '../../exporting/formats.ts';
import { createJsonScanner } from '../../importing/json-scanner.ts';
import { createUtf8Decoder, decodeUtf8, tooLong } from './lines.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a body that is too large to be hashed at once; empty for others. */
    bodyHash: string;
  }
}

/** Larger bodies are parsed in pieces, so that others have their turn. */
const LARGE_BYTES = 1024 * 1024;
const PIECE_BYTES = 64 * 1024;
/** Operations have limits of their own, below this one. */
const MAX_ENTRIES = 100_000;

/** The types that fetch, curl and urllib send by default are read as JSON too. */
const READ_AS_JSON = /^(|application\/(json|x-www-form-urlencoded)|text\/plain|[^/]+\/[^/]+\+json)$/;

/** Reads bodies: JSON objects, an empty body as `{}`, and NDJSON, where a route takes it, as a stream that is left unread. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest('bodyHash', '');
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const type = toMediaType(request.headers['content-type']);
    if (!READ_AS_JSON.test(type)) throw createTypeError(type);
    if (body.length > LARGE_BYTES) return parseLargeObject(request, body);
    const text = decodeUtf8(body);
    return text.trim() === '' ? {} : parseJsonObject(text);
  });
  app.addContentTypeParser(NDJSON, async ({ routeOptions }: FastifyRequest, payload: unknown) => {
    if (routeOptions.config.takesLines) return payload;
    throw createTypeError(NDJSON);
  });
}

function createTypeError(type: string): AppError {
  return new AppError('unsupported_media_type', `Send the body as application/json, not as ${type.slice(0, 100)}.`);
}

/** Parses an object whose arrays are long: each entry is parsed on its own. An entry that is too long becomes an error. */
async function parseLargeObject(request: FastifyRequest, body: Buffer): Promise<Record<string, unknown>> {
  const hash = createHash('sha256');
  const decode = createUtf8Decoder();
  const scanner = createJsonScanner();
  const entriesOf = new Map<string, unknown[]>();
  const breathe = createBreath();
  for (let at = 0; at < body.length; at += PIECE_BYTES) {
    const piece = body.subarray(at, at + PIECE_BYTES);
    hash.update(piece);
    for (const { text, key, isTooLong } of scan(decode(piece, at + PIECE_BYTES < body.length))) {
      const entries = entriesOf.get(key) ?? [];
      entriesOf.set(key, entries);
      if (entries.length >= MAX_ENTRIES) {
        const message = `The body has an array of more than ${MAX_ENTRIES} entries. Send them in several requests.`;
        throw new AppError('payload_too_large', message);
      }
      entries.push(isTooLong ? tooLong() : parseJson(text));
      await breathe();
    }
    await breathe();
  }
  if (!scanner.isComplete()) throw createJsonError();
  request.bodyHash = hash.digest('hex');
  return { ...parseJsonObject(scanner.rest()), ...Object.fromEntries(entriesOf) };

  function scan(text: string) {
    try {
      return scanner.push(text);
    } catch {
      throw createJsonError();
    }
  }
}

export function toMediaType(header: string | undefined): string {
  return (header ?? '').split(';')[0]!.trim().toLowerCase();
}
