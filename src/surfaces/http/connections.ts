import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../errors.ts';

/** How long clients may take, in milliseconds. */
export interface TimeLimits {
  /** For the head of a request, from the start of the connection or from the first byte of a later request. */
  headMs: number;
  /** For a whole body; for an upload, from one piece to the next. */
  bodyMs: number;
  /** For reading anything of a response that waits to be sent. */
  readMs: number;
  /** From a response to the next request of the same connection. */
  idleMs: number;
  /** For noticing a response that ends the connection while the client is still sending. */
  lingerMs: number;
  /** From one check of the time for heads to the next. */
  checkMs: number;
}

export const TIME_LIMITS: TimeLimits = {
  headMs: 30_000,
  bodyMs: 60_000,
  readMs: 300_000,
  idleMs: 75_000,
  lingerMs: 5000,
  checkMs: 1000,
};

/** Requests whose body may take as long as bytes keep coming, with what ends the reading of it. */
const uploads = new WeakMap<IncomingMessage, (error: AppError) => void>();

/** Lets a body take as long as bytes keep coming. `stop` is told if they do not; without it, the stream of the body fails. */
export function allowUpload(request: IncomingMessage, stop = (error: AppError) => fail(request, error)): void {
  uploads.set(request, stop);
}

/** Whether bytes of the body are still to come, or came and stand in the way of the next request. */
export function isUnread({ complete, readableDidRead, readableEnded }: IncomingMessage): boolean {
  return complete === false || (readableDidRead && !readableEnded);
}

/** Ends a connection whose client takes too long to send a body or to read the response. */
export function limitTimes(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  limits: TimeLimits,
): void {
  const { socket, headers } = request;
  // Our work may take long. Only bytes that the client does not take end the connection.
  response.setTimeout(limits.readMs, () => {
    if (socket.writableLength > 0) socket.destroy();
  });
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
  limitBody({ request, response }, limits);
  drainBeforeClosing(request, limits);
}

function limitBody(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { bodyMs }: TimeLimits,
): void {
  let received = 0;
  const timer = setInterval(() => {
    const isSilent = request.socket.bytesRead === received;
    received = request.socket.bytesRead;
    // Bytes that nobody here has read yet are no fault of the client's.
    if (request.complete || response.headersSent || request.readableLength > 0) return;
    const stop = uploads.get(request);
    if (stop && !isSilent) return;
    const error = new AppError('request_timeout', 'The body of the request took too long to arrive. Send it again.');
    (stop ?? ((reason) => fail(request, reason)))(error);
  }, bodyMs).unref();
  response.once('close', () => clearInterval(timer));
}

/** Nothing listens before the body is read, and an error would then end the process. */
function fail(request: IncomingMessage, error: AppError): void {
  if (request.listenerCount('error') > 0) request.emit('error', error);
}

/**
 * TRICKY: closing a socket that still has bytes to read resets the connection, and the client may lose the response before it
 * has read it. So we end our side first, and read on for a moment.
 */
function drainBeforeClosing(request: IncomingMessage, limits: TimeLimits): void {
  const { socket } = request;
  const { destroySoon } = Object.getPrototypeOf(socket) as Socket;
  socket.destroySoon = () => {
    if (request.complete) return destroySoon.call(socket);
    endSoon(socket, limits);
    request.once('end', () => socket.destroy());
    request.unpipe();
    for (const event of ['data', 'readable']) request.removeAllListeners(event);
    // A stream stops waiting for `readable` in the next turn only.
    setImmediate(() => request.resume());
  };
}

/** Ends our side of a connection, and all of it if the client does not end it too. */
export function endSoon(socket: Socket, { lingerMs }: TimeLimits, last = ''): void {
  socket.end(last);
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
}
