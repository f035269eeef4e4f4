// A local proxy in front of a server, which can hold back connections.
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface TestProxy {
  /** Where it listens. */
  port: number;
  /** Passes new connections on to another port. */
  passTo(target: number): void;
  /** Passes nothing on, not even the end of a connection, until it thaws. */
  freeze(): void;
  thaw(): void;
  close(): void;
}

/** Passes connections on to a port, for tests of a server that hangs, or that comes back on another port. */
export async function startProxy(target: number): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let port = target;
  const server: Server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      if (isFrozen) from.pause();
      from.on('data', (chunk) => to.write(chunk));
      from.on('end', () => to.end());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('error', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    passTo: (next) => {
      port = next;
    },
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
