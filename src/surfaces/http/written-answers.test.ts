import { expect, it } from 'vitest';
import { writeAnswer } from './written-answers.ts';

it('is written once, and keeps no more memory than its bytes', () => {
  const answer = { name: 'Straße 💥' };
  const written = writeAnswer(answer);
  expect(written.bytes.toString()).toBe(JSON.stringify(answer));
  expect(written.bytes.buffer.byteLength).toBe(written.bytes.length);
  expect(writeAnswer(answer)).toBe(written);
  expect(writeAnswer({ ...answer }).tag).toBe(written.tag);
  expect(writeAnswer({ name: 'other' }).tag).not.toBe(written.tag);
});
