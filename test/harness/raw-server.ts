// A local server that writes to the socket itself, for responses that are no HTTP.
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** Answers a request with whatever bytes, or none. */
export type RawResponder = (socket: Socket, path: string) => void;

export interface RawServer {
  origin: string;
  respondWith(responder: RawResponder): void;
  /** How many connections are open. */
  countOpen(): number;
  close(): Promise<void>;
}

/** A local server that can break HTTP in ways that an HTTP library would not let it. */
export async function startRawServer(): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let respond: RawResponder = () => {};
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The client may reset the connection at any time.
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(received.slice(0, end))?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      const path = received.split(' ')[1]!;
      received = '';
      respond(socket, path);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    respondWith: (responder) => {
      respond = responder;
    },
    countOpen: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
