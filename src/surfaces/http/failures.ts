import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '../../errors.ts';

/** Answers are for whoever asked, now. The files of the dashboard say otherwise for themselves. */
export const SAFE_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };

const LOGGED_CHARACTERS = 300;

/** How reading a body ends, or writing an answer, when the client closes the connection. */
const CUT_OFF = new Set(['ECONNRESET', 'EPIPE', 'ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE', 'Z_BUF_ERROR']);

/** Answers with an error in the API's format. What is not meant for clients goes only to the log. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  const isCutOff = isGone(request) && CUT_OFF.has((error as FastifyError).code);
  if (known.code === 'internal' && !isCutOff) logError(request.log as Logger, error);
  for (const [name, value] of Object.entries(known.headers)) void reply.header(name, value);
  return reply.code(known.status).type('application/json; charset=utf-8').send(toErrorBody(known, request.id));
}

export function toErrorBody({ message, code, details }: AppError, requestId: string) {
  return { message, code, ...(details ? { details } : {}), request_id: requestId };
}

/** Whether the client has closed the connection. */
export function isGone({ raw }: FastifyRequest): boolean {
  return raw.socket.destroyed;
}

/** Messages of database engines may quote values, and values may be answers, so only their beginning is logged. */
export function logError(log: Logger, error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line));
  log.error({ error: { name, message: message.slice(0, LOGGED_CHARACTERS), frames } }, 'request failed');
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  switch ((error as FastifyError).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError(
        'payload_too_large',
        'The body is too large: the maximum is 1 MiB, or 64 MiB for POST /chats. Send several requests, or chats as application/x-ndjson.',
      );
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('not_found', 'No object has an ID this long.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
      return new AppError('invalid_request', 'The request is malformed.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', 'Send the body as application/json.');
    case 'FST_CP_ERR_INVALID_CONTENT':
      return new AppError('invalid_request', 'The body is not valid gzip.');
    case 'FST_CP_ERR_INVALID_CONTENT_ENCODING':
      return new AppError('unsupported_media_type', 'Send the body plain or gzip-encoded, as application/json.');
    default:
      return new AppError(
        'internal',
        'Overheard failed unexpectedly. If it happens again, look for the request ID in the log of the service.',
      );
  }
}
