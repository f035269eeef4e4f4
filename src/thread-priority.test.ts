import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { lowerOtherThreads } from './thread-priority.ts';

/** Says which thread it is, and goes on. */
const WORK = `require('node:worker_threads').parentPort.postMessage(
  Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1)));
setInterval(() => {}, 1000);`;

it.skipIf(process.platform !== 'linux')(
  'threads that compute give way to the main thread (only on Linux, where threads have priorities)',
  async () => {
    const own = getPriority(process.pid);
    const worker = new Worker(WORK, { eval: true });
    const thread = await new Promise<number>((resolve) => worker.once('message', resolve));
    expect(getPriority(thread)).toBe(own);
    lowerOtherThreads();
    expect(getPriority(thread)).toBe(Math.max(own, 10));
    expect(getPriority(process.pid)).toBe(own);
    await worker.terminate();
  },
);
