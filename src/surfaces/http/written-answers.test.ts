import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { writeAnswer, writeInPieces } from './written-answers.ts';

it('is written once, and keeps no more memory than its bytes', () => {
  const answer = { name: 'Straße 💥' };
  const written = writeAnswer(answer);
  expect(written.bytes.toString()).toBe(JSON.stringify(answer));
  expect(written.bytes.buffer.byteLength).toBe(written.bytes.length);
  expect(writeAnswer(answer)).toBe(written);
  expect(writeAnswer({ ...answer }).tag).toBe(written.tag);
  expect(writeAnswer({ name: 'other' }).tag).not.toBe(written.tag);
});

it.each([0, 1, 1000, 1001, 2000, 3456])('is the same when it is written in pieces: %d rows', async (count) => {
  const data = Array.from({ length: count }, (_, place) => ({
    place,
    name: `"Straße" ${place}\n💥`,
    is_left_out: undefined,
  }));
  const lists = [undefined, null, [], [1, undefined]];
  for (const answer of [{ data }, { data, total: count }, { total: undefined, 'a "name"': 'ä', lists, data }]) {
    const { bytes, tag } = await writeInPieces(answer);
    expect(bytes.toString()).toBe(JSON.stringify(answer));
    expect(bytes.buffer.byteLength).toBe(bytes.length);
    expect(tag).toBe(writeAnswer({ ...answer }).tag);
  }
});

it('is written once for all who ask at the same time', async () => {
  const answer = { data: Array.from({ length: 5000 }, (_, place) => ({ place })) };
  const [first, second] = await Promise.all([writeInPieces(answer), writeInPieces(answer)]);
  expect(second).toBe(first);
  expect(await writeInPieces(answer)).toBe(first);
  expect(writeAnswer(answer)).toBe(first);
});

it('leaves time for others while many rows are written', async () => {
  const answer = { data: Array.from({ length: 300_000 }, (_, place) => ({ place, name: 'a name of some length' })) };
  let isWritten = false;
  let turns = 0;
  const writing = writeInPieces(answer).then(() => {
    isWritten = true;
  });
  while (!isWritten) {
    await setImmediate();
    turns += 1;
  }
  await writing;
  expect(turns).toBeGreaterThan(3);
});
