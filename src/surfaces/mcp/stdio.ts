import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Overheard } from '../../client/overheard.ts';
import type { InputOfRoute, Route } from '../../client/routes.ts';
import { createMcpServer } from './server.ts';

/** Serves an assistant on this machine over standard input and output, until it closes them. */
export async function serveAssistant(client: Overheard): Promise<void> {
  const ended = new Promise<void>((resolve) => process.stdin.once('end', resolve).once('close', resolve));
  const { close } = serveStdio(() =>
    createMcpServer(({ method, path }, input, signal) => {
      const route = `${method} ${path}` as Route;
      return client.call(route, input as InputOfRoute<typeof route>, { signal });
    }),
  );
  await ended;
  await close();
}
