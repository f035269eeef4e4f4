import { hash } from 'node:crypto';

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
  if (known) return known;
  const bytes = toBytes(JSON.stringify(answer));
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
