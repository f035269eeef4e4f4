import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.mjs';
import { ask, createFolder, KEY, type Program, removeFolder, startProgram } from '../harness/program.ts';
import { startProxy, type TestProxy } from '../harness/proxy.ts';

/** A busy machine adds some time. Who waits without a limit, or once more, takes too long each time. */
const ATTEMPTS = 4;
/** Two seconds, which the program waits, and what a machine adds. */
const LONGEST_CHECK_MS = 5000;
/** Ten seconds, which the program waits, and what a machine adds. Waiting a second time would take twenty. */
const LONGEST_REQUEST_MS = 19_000;

// An embedded store has no server.
describe.runIf(inject('engine') === 'postgres')('a server that hangs', () => {
  let folder: string;
  let server: PostgresServer;
  let proxy: TestProxy;
  let program: Program;
  beforeAll(async () => {
    server = await startPostgres({ settings: { shared_buffers: '32MB' } });
    const url = new URL(server.toUrl('postgres'));
    proxy = await startProxy(Number(url.port));
    url.port = String(proxy.port);
    folder = await createFolder();
    program = await startProgram(folder, { DATABASE_URL: url.href });
  });
  afterAll(async () => {
    program?.process.kill('SIGKILL');
    proxy?.close();
    await server?.remove();
    await removeFolder(folder);
  });

  const isReady = async () => (await fetch(`${program.url}/readyz`)).status === 200;

  /** Lets the server hang while it is asked, and returns how long it took until the health check and all requests were answered. */
  async function hang(): Promise<{ checkMs: number; requestMs: number }> {
    proxy.freeze();
    const started = performance.now();
    const headers = { 'X-API-Key': KEY };
    const waiting = [
      fetch(`${program.url}/v1/key`, { headers }),
      fetch(`${program.url}/v1/projects`, { headers }),
      fetch(`${program.url}/v1/key`, { headers: { 'X-API-Key': 'unknown' } }),
    ];
    expect(await isReady()).toBe(false);
    const checkMs = performance.now() - started;
    expect((await fetch(`${program.url}/healthz`)).status).toBe(200);
    for (const response of await Promise.all(waiting)) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).not.toBeNull();
    }
    const requestMs = performance.now() - started;
    proxy.thaw();
    await expect.poll(isReady).toBe(true);
    return { checkMs, requestMs };
  }

  it('makes the service not ready within two seconds and every request 503 after ten, and does no lasting harm', async () => {
    expect(await isReady()).toBe(true);
    expect((await ask(program, { method: 'POST', path: '/projects', body: { name: 'P' } })).status).toBe(201);
    const least = { checkMs: Number.POSITIVE_INFINITY, requestMs: Number.POSITIVE_INFINITY };
    const isEnough = () => least.checkMs < LONGEST_CHECK_MS && least.requestMs < LONGEST_REQUEST_MS;
    for (let attempt = 0; attempt < ATTEMPTS && !isEnough(); attempt += 1) {
      const { checkMs, requestMs } = await hang();
      least.checkMs = Math.min(least.checkMs, checkMs);
      least.requestMs = Math.min(least.requestMs, requestMs);
    }
    expect(least.checkMs).toBeLessThan(LONGEST_CHECK_MS);
    expect(least.requestMs).toBeLessThan(LONGEST_REQUEST_MS);
    expect((await ask(program, { path: '/projects' })).body).toMatchObject({ data: [{ name: 'P' }] });
  });
});
