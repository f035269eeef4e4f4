import { array, assert, asyncProperty, dictionary, integer, jsonValue, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonArray } from './json-array.ts';
import { readJsonLines } from './json-lines.ts';
import type { SourceRecord } from './records.ts';

async function* inPieces(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield { text: text.slice(at, at + length), progress: 1 };
}

async function collect(records: AsyncIterable<SourceRecord>) {
  const all: SourceRecord[] = [];
  for await (const record of records) all.push(record);
  return all;
}

const readArray = (text: string, length = 5) => collect(readJsonArray(inPieces(text, length)));
const readLines = (text: string, length = 5) => collect(readJsonLines(inPieces(text, length)));

describe('a JSON array', () => {
  const entries = [{ a: 'x, ]}" \\ {[', b: [1, { c: ']' }] }, { a: 2 }];

  it.each([
    ['alone', JSON.stringify(entries)],
    ['indented', JSON.stringify(entries, null, 2)],
    ['in an object', JSON.stringify({ total: 2, next: null, data: entries, tags: ['x', 'y'] })],
    ['in an object with an object', JSON.stringify({ meta: { list: [{ no: 1 }] }, 'the "data"': entries })],
  ])('%s is cut into its entries', async (_, text) => {
    for (const length of [1, 4, 10_000]) {
      expect((await readArray(text, length)).map(({ values }) => values)).toEqual(entries);
    }
  });

  it('gives back what was written, however it is cut', async () => {
    await assert(
      asyncProperty(
        array(dictionary(string(), jsonValue({ maxDepth: 3 }))),
        integer({ min: 1, max: 9 }),
        async (list, length) => {
          const written = JSON.stringify(list);
          expect((await readArray(written, length)).map(({ values }) => values)).toEqual(JSON.parse(written));
        },
      ),
    );
  });

  it('refuses single entries that are no objects', async () => {
    expect((await readArray('[1, {"a":1}, nonsense, [], {"b":tru}]')).map(({ problem }) => problem)).toEqual([
      expect.stringContaining('not a JSON object'),
      undefined,
      'This is not valid JSON.',
      expect.stringContaining('not a JSON object'),
      'This is not valid JSON.',
    ]);
  });

  it.each([
    ['[{"a":1}, {"b"', 'after entry 1. The file ends before'],
    ['[{"a":1}]]', 'A bracket or a quote is missing'],
    ['[{"a":1}} ]', 'A bracket or a quote is missing'],
    ['[{"a":1}] and more', 'A bracket or a quote is missing'],
    ['{"a":[{"x":1}],"b":[{"y":2}]}', 'several lists: a and b'],
    ['['.repeat(5000), 'A bracket or a quote is missing'],
  ])('says what is wrong with %j', async (text, message) => {
    await expect(readArray(text)).rejects.toThrow(message);
  });

  it('does not fill the memory with an entry of 40 MB', async () => {
    async function* endless() {
      yield { text: '[{"a":"', progress: 0 };
      for (let count = 0; count < 40; count += 1) yield { text: 'x'.repeat(1024 * 1024), progress: 0.5 };
      yield { text: '"},{"a":1}]', progress: 1 };
    }
    const [long, short] = await collect(readJsonArray(endless()));
    expect(long).toMatchObject({ place: 1, problem: expect.stringContaining('longer than 4 million') });
    expect(long!.text!.length).toBeLessThan(20_000);
    expect(short).toMatchObject({ place: 2, values: { a: 1 } });
  });
});

describe('JSON lines', () => {
  it('are read one by one, and keep their numbers', async () => {
    expect(await readLines('{"a":1}\r\n\n  \nnot json\n{"b":"\\u0000"}\n7\n{"c":3}')).toMatchObject([
      { place: 1, values: { a: 1 } },
      { place: 4, problem: 'This is not valid JSON.', text: 'not json' },
      { place: 5, problem: 'Texts must not contain the character U+0000.' },
      { place: 6, problem: expect.stringContaining('not a JSON object') },
      { place: 7, values: { c: 3 } },
    ]);
  });

  it('does not fill the memory with a line of 100 MB', async () => {
    async function* endless() {
      yield { text: '{"a":"', progress: 0 };
      for (let count = 0; count < 100; count += 1) yield { text: 'x'.repeat(1024 * 1024), progress: 0.5 };
      yield { text: '"}\n{"a":1}', progress: 1 };
    }
    expect(await collect(readJsonLines(endless()))).toMatchObject([
      { place: 1, problem: expect.stringContaining('longer than 4 million') },
      { place: 2, values: { a: 1 } },
    ]);
  });
});
