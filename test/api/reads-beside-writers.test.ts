import { afterAll, beforeAll, expect, it } from 'vitest';
import { createReads, prepareProject, runWriters } from '../../stress/single-state.mjs';
import { startService, type TestService } from '../harness/service.ts';

/** `npm run stress:reads` makes many more. */
const READS = 250;
const READERS = 6;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it('answers each read from a single state while others write', async () => {
  const { key, client } = await service.createProject();
  const ask: Parameters<typeof createReads>[0] = ({ method, path, body, accept }) =>
    client.request(method, path, { key, ...(body ? { body } : {}), ...(accept ? { headers: { accept } } : {}) });
  const kept = await prepareProject(ask);
  const stop = new AbortController();
  const writing = runWriters(ask, kept, stop.signal);
  const read = createReads(ask, kept);
  const problems: string[] = [];
  let left = READS;
  const readOn = async () => {
    while (left > 0) {
      left -= 1;
      // What breaks the published schema is rejected.
      const problem = await read().catch(String);
      if (problem !== null) problems.push(problem);
    }
  };
  await Promise.all(Array.from({ length: READERS }, readOn));
  stop.abort();
  expect(await writing).toBeGreaterThan(10);
  expect(problems).toEqual([]);
});
