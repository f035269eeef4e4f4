import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { listen } from './server.ts';

const SAFE = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

it('answers that the app does not give are not stored or sniffed either', async () => {
  const server = await listen({ host: '127.0.0.1', port: 0 });
  for (const [path, status] of [
    ['/healthz', 200],
    ['/v1/key', 503],
  ] as const) {
    const response = await fetch(server.url + path);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...SAFE, connection: 'close' });
    await response.text();
  }
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write('not HTTP\r\n\r\n');
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  const [head, body] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  for (const [name, value] of Object.entries(SAFE)) expect(head!.toLowerCase()).toContain(`${name}: ${value}`);
  expect(JSON.parse(body!)).toMatchObject({ code: 'invalid_request' });
  await server.close();
});
