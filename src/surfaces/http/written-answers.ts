import { hash } from 'node:crypto';
import { createBreath } from '../../breath.ts';

/** An answer as it is sent. */
export interface WrittenAnswer {
  /** As it goes over the wire: to encode a large text anew for each client takes longer than to send it. */
  bytes: Buffer;
  /** Changes with the bytes. Weak: the same answer may be sent compressed or not. */
  readonly tag: string;
}

/** Answers that the store remembers are the same objects each time: they are written once, and forgotten with them. */
const written = new WeakMap<object, WrittenAnswer>();

export function writeAnswer(answer: object): WrittenAnswer {
  const known = written.get(answer);
  return known ?? keep(answer, toBytes(JSON.stringify(answer)));
}

const ROWS_PER_PIECE = 1000;
const writing = new WeakMap<object, Promise<WrittenAnswer>>();

/** The same. An answer with many rows is written in pieces, with time for other requests between them. */
export async function writeInPieces(answer: object): Promise<WrittenAnswer> {
  if (written.has(answer) || !Object.values(answer).some(isLong)) return writeAnswer(answer);
  const begun = writing.get(answer) ?? writePieces(answer);
  writing.set(answer, begun);
  return begun;
}

async function writePieces(answer: object): Promise<WrittenAnswer> {
  const pieces: Buffer[] = [];
  const breathe = createBreath();
  for (const piece of toPieces(answer)) {
    pieces.push(Buffer.from(piece));
    await breathe();
  }
  return keep(answer, Buffer.concat(pieces));
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > ROWS_PER_PIECE;
}

/** Together they are what `JSON.stringify` returns. */
function* toPieces(answer: object): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (isLong(value)) yield* toPiecesOfList(value);
    else yield JSON.stringify(value);
    before = ',';
  }
  yield '}';
}

function* toPiecesOfList(list: readonly unknown[]): Generator<string> {
  for (let first = 0; first < list.length; first += ROWS_PER_PIECE) {
    const piece = JSON.stringify(list.slice(first, first + ROWS_PER_PIECE));
    yield `${first === 0 ? '[' : ','}${piece.slice(1, -1)}`;
  }
  yield ']';
}

function keep(answer: object, bytes: Buffer): WrittenAnswer {
  let tag: string | undefined;
  const added = {
    bytes,
    get tag() {
      tag ??= `W/"${hash('sha1', bytes, 'base64url')}"`;
      return tag;
    },
  };
  written.set(answer, added);
  return added;
}

/** TRICKY: `Buffer.from` cuts small buffers out of common pieces of 8 KB, and each of them keeps its piece as long as it is there. */
function toBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
