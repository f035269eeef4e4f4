import type { Line } from '../../domain/json.ts';
import { AppError } from '../../errors.ts';

const MAX_LINE_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

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

function tooLong(longest: number): AppError {
  return new AppError('payload_too_large', `The line is longer than ${longest / 1024 / 1024} MiB.`);
}

function decode(bytes: Buffer): Line {
  try {
    return decodeUtf8(bytes);
  } catch (error) {
    return error as AppError;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('invalid_json', 'This is not valid UTF-8.');
  }
}
