import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.mjs';
import { ask, createFolder, KEY, type Program, removeFolder, startProgram } from './program.ts';

/** Passes connections on to a port, and can stop to do so without closing them. */
async function startProxy(target: number) {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server: Server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      if (isFrozen) from.pause();
      from.on('data', (chunk) => to.write(chunk));
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

// An embedded store has no server.
describe.runIf(inject('engine') === 'postgres')('a server that hangs', () => {
  let folder: string;
  let server: PostgresServer;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
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

  it('is not ready within two seconds, is 503 for every request after ten, and serves on when it is back', async () => {
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
    expect((await ask(program, { method: 'POST', path: '/projects', body: { name: 'P' } })).status).toBe(201);
    proxy.freeze();
    const started = performance.now();
    const headers = { 'X-API-Key': KEY };
    const waiting = [
      fetch(`${program.url}/v1/key`, { headers }),
      fetch(`${program.url}/v1/projects`, { headers }),
      fetch(`${program.url}/v1/key`, { headers: { 'X-API-Key': 'unknown' } }),
    ];
    const ready = await fetch(`${program.url}/readyz`);
    expect(ready.status).toBe(503);
    // Two seconds, and what a busy machine adds.
    expect(performance.now() - started).toBeLessThan(5000);
    expect((await fetch(`${program.url}/healthz`)).status).toBe(200);
    for (const response of await Promise.all(waiting)) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).not.toBeNull();
    }
    // Waiting a second time would take as long again. What is added here belongs to a busy machine.
    expect(performance.now() - started).toBeLessThan(19_000);
    proxy.thaw();
    await expect.poll(async () => (await fetch(`${program.url}/readyz`)).status).toBe(200);
    expect((await ask(program, { path: '/projects' })).body).toMatchObject({ data: [{ name: 'P' }] });
  });
});
