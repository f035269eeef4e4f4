import { Readable } from 'node:stream';
import { toCsvLine } from '../../domain/csv.ts';
import { AppError } from '../../errors.ts';
import type { Operation, PreparedCall } from '../../operations/operation.ts';
import { type Column, hasRows, streamRows, toColumns } from '../../operations/row-stream.ts';
import { NDJSON, toMediaType } from './body.ts';

const CSV = 'text/csv';
const STREAMED_CHARACTERS = 64 * 1024;

/** Streams the answer row by row, if the client asks for that and the operation has rows. */
export async function toStream(
  operation: Operation,
  call: PreparedCall,
  accept = '',
): Promise<{ type: string; body: Readable } | undefined> {
  const accepted = accept.split(',').map(toMediaType);
  const type = accepted.find((media) => media === NDJSON || media === CSV || media === 'application/json');
  const isFile = type !== undefined && type !== 'application/json' && (operation.streamLines || hasRows(operation));
  if (isFile && call.caller.kind === 'link') {
    throw new AppError('forbidden', 'A share link cannot export files. Use a key, or accept application/json.');
  }
  if (type === NDJSON && operation.streamLines) {
    return { type, body: await toReadable(toLines(operation.streamLines(call))) };
  }
  if (!type || type === 'application/json' || !hasRows(operation)) return undefined;
  const rows = streamRows(operation, call);
  if (type === NDJSON) return { type, body: await toReadable(toLines(rows)) };
  return { type: `${CSV}; charset=utf-8`, body: await toReadable(toCsv(toColumns(operation, call), rows)) };
}

async function* toLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

async function* toCsv(
  columns: readonly Column[],
  rows: AsyncIterable<Record<string, unknown>>,
): AsyncGenerator<string> {
  yield toCsvLine(columns.map(({ name }) => name));
  for await (const row of rows) yield toCsvLine(columns.map(({ read }) => read(row)));
}

/** Gathers texts into larger pieces, and waits for the first, so that an early failure still gets its proper status. */
async function toReadable(texts: AsyncIterable<string>): Promise<Readable> {
  const iterator = gather(texts)[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* pieces() {
    for (let next = first; !next.done; next = await iterator.next()) yield next.value;
  }
  return Readable.from(pieces(), { objectMode: false });
}

async function* gather(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < STREAMED_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
