import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines, untilAborted } from './lines.ts';

async function* pieces(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('readLines', () => {
  it('splits the same way however the bytes arrive', async () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ''));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        expect(await collect(readLines(pieces(bytes, size)))).toEqual(
          lines.map((text) => Buffer.from(text).toString()),
        );
      }),
    );
  });

  it('gives the last line though no newline ends it', async () => {
    expect(await collect(readLines(pieces(Buffer.from('a\n\nb'), 2)))).toEqual(['a', '', 'b']);
  });

  it('says which lines are too long or not UTF-8, and goes on', async () => {
    const bytes = Buffer.concat([
      Buffer.from('ok\n'),
      Buffer.from('x'.repeat(50)),
      Buffer.from('\n'),
      Buffer.from([0xff, 0x0a]),
      Buffer.from('fine'),
    ]);
    const lines = await collect(readLines(pieces(bytes, 7), 10));
    expect(lines.map((line) => (typeof line === 'string' ? line : line.code))).toEqual([
      'ok',
      'payload_too_large',
      'invalid_json',
      'fine',
    ]);
  });
});

describe('untilAborted', () => {
  it('ends the waiting for a sender that keeps silent', async () => {
    const controller = new AbortController();
    async function* silent() {
      yield 1;
      await new Promise(() => {});
    }
    setTimeout(() => controller.abort(new Error('enough')), 10);
    await expect(collect(untilAborted(silent(), controller.signal))).rejects.toThrow('enough');
  });
});
