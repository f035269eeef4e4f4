import { hash } from 'node:crypto';

/** An answer as it is sent. */
export interface WrittenAnswer {
  text: string;
  /** Changes with the text. Weak: the same answer may be sent compressed or not. */
  readonly tag: string;
}

/** Answers that the store remembers are the same objects each time: they are written once, and forgotten with them. */
const written = new WeakMap<object, WrittenAnswer>();

export function writeAnswer(answer: object): WrittenAnswer {
  const known = written.get(answer);
  if (known) return known;
  const text = JSON.stringify(answer);
  let tag: string | undefined;
  const added = {
    text,
    get tag() {
      tag ??= `W/"${hash('sha1', text, 'base64url')}"`;
      return tag;
    },
  };
  written.set(answer, added);
  return added;
}
