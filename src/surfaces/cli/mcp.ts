import { parseArgs } from 'node:util';
import { serveAssistant } from '../mcp/stdio.ts';
import { findRemote, withRemote } from './remote.ts';
import type { Terminal } from './terminal.ts';

/** `mcp`: an assistant starts it and speaks to it over standard input and output. */
export async function runMcpCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values } = parseArgs({ args, options: { url: { type: 'string' }, profile: { type: 'string' } } });
  await withRemote(findRemote(terminal, values), async (client) => {
    // A wrong key or address is better said now than at the first question.
    await client.call('GET /key', {});
    await serveAssistant(client);
  });
}
