import type { Line } from '../../domain/json.ts';
import { AppError } from '../../errors.ts';

const MAX_LINE_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;
/** Answers become ten to forty times smaller by compression. */
const MAX_EXPANSION = 200;
/** A body that unpacks to no more than this is too small to do harm. */
const FREE_BYTES = 1024 * 1024;

/** Splits a stream of bytes into lines, holding no more than one line in memory. */
export async function* readLines(source: AsyncIterable<Buffer>, longest = MAX_LINE_BYTES): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    length += part.length;
    if (length <= longest) parts.push(part);
    else parts = [];
  };
  const end = (): Line => {
    const line = length > longest ? tooLong(longest) : decode(Buffer.concat(parts));
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of source) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, at));
      yield end();
      start = at + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (length > 0) yield end();
}

/** Ends a body that unpacks to more than so many times what was sent: such a body was made to keep the service busy. */
export async function* limitExpansion(
  body: AsyncIterable<Buffer> & { receivedEncodedLength?: number },
): AsyncGenerator<Buffer> {
  let unpacked = 0;
  for await (const chunk of body) {
    unpacked += chunk.length;
    const { receivedEncodedLength: sent = 0 } = body;
    if (sent > 0 && unpacked > FREE_BYTES && unpacked > MAX_EXPANSION * sent) {
      throw new AppError(
        'payload_too_large',
        `The body unpacks to more than ${MAX_EXPANSION} times its size. Send it without compression.`,
      );
    }
    yield chunk;
  }
}

/** Stops waiting for the next piece once the signal is aborted, even if the sender stays silent. */
export async function* untilAborted<Item>(source: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  while (true) {
    const next = await new Promise<IteratorResult<Item>>((resolve, reject) => {
      const abort = () => reject(signal.reason);
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort);
      const settled = () => signal.removeEventListener('abort', abort);
      iterator.next().then(resolve, reject).finally(settled);
    });
    if (next.done) return;
    yield next.value;
  }
}

export function tooLong(longest = MAX_LINE_BYTES): AppError {
  return new AppError('payload_too_large', `This entry is longer than ${longest / 1024 / 1024} MiB.`);
}

function decode(bytes: Buffer): Line {
  try {
    return decodeUtf8(bytes);
  } catch (error) {
    return error as AppError;
  }
}

/** Decodes bytes that may come in pieces. */
export function createUtf8Decoder(): (bytes: Uint8Array, hasMore?: boolean) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (bytes, hasMore = false) => {
    try {
      return decoder.decode(bytes, { stream: hasMore });
    } catch {
      throw new AppError('invalid_json', 'This is not valid UTF-8.');
    }
  };
}

export const decodeUtf8: (bytes: Uint8Array) => string = createUtf8Decoder();
