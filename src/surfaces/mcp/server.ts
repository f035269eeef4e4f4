import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { toDay } from '../../domain/dates.ts';
import type { Right } from '../../domain/key.ts';
import { getOperation } from '../../operations/index.ts';
import type { Operation } from '../../operations/operation.ts';
import { GUIDES } from './guides.ts';
import { TASK_PROMPTS } from './prompts.ts';
import { toText } from './to-text.ts';
import { findTool, listTools, type Tool, toArguments } from './tools.ts';

/** Calls an operation with the rights of the key that the assistant works with. Throws an error whose message says why not. */
export type Ask = (operation: Operation, input: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>;

const OVERVIEW_URI = 'overheard://overview';

const INSTRUCTIONS = `Overheard measures how brands appear in the answers of AI assistants. Start with get_overview. Dates are days such as 2026-01-31; without them a report is about the last 28 days. Use IDs from the list_… tools, never names, in filters. Read ${GUIDES.map(({ uri }) => uri).join(' and ')} before you explain numbers.`;

/** A server for one assistant. Tools are operations, so a new operation with a `tool` text is one at once. */
export function createMcpServer(ask: Ask, now: () => Date = () => new Date()): Server {
  const prepare = (tool: Tool, given: Record<string, unknown>) => toArguments(tool, given, toDay(now()));
  const server = new Server(
    { name: 'overheard', title: 'Overheard', version: '1' },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );

  server.setRequestHandler('tools/list', async (_request, { mcpReq }) => {
    const { rights } = (await ask(getOperation('get_key'), {}, mcpReq.signal)) as { rights: Right };
    return {
      tools: listTools(rights).map(({ operation: _, ...tool }) => tool),
    };
  });

  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = findTool(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    const input = prepare(tool, (params.arguments ?? {}) as Record<string, unknown>);
    try {
      const output = await ask(tool.operation, input, mcpReq.signal);
      return { content: [{ type: 'text', text: toText(output, { offset: Number(input.offset ?? 0) }) }] };
    } catch (error) {
      // The assistant reads it and tries again, which it cannot do with an error of the protocol.
      return { isError: true, content: [{ type: 'text', text: (error as Error).message }] };
    }
  });

  server.setRequestHandler('resources/list', async () => ({
    resources: [
      {
        uri: OVERVIEW_URI,
        name: 'Where the own brand stands',
        description: 'The verdict of the last 28 days: who is ahead, and what really changed. For keys of one project.',
        mimeType: 'application/json',
      },
      ...GUIDES.map(({ text: _, ...guide }) => ({ ...guide, mimeType: 'text/markdown' })),
    ],
  }));

  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
    if (uri === OVERVIEW_URI) {
      const output = await ask(getOperation('get_overview'), prepare(findTool('get_overview')!, {}), mcpReq.signal);
      return { contents: [{ uri, mimeType: 'application/json', text: toText(output) }] };
    }
    const guide = GUIDES.find((known) => known.uri === uri);
    if (!guide) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such resource.');
    return { contents: [{ uri, mimeType: 'text/markdown', text: guide.text }] };
  });

  server.setRequestHandler('prompts/list', async () => ({
    prompts: TASK_PROMPTS.map(({ toText: _, arguments: known, ...prompt }) => ({ ...prompt, arguments: [...known] })),
  }));

  server.setRequestHandler('prompts/get', async ({ params }) => {
    const prompt = TASK_PROMPTS.find(({ name }) => name === params.name);
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${params.name}.`);
    return {
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text: prompt.toText(params.arguments ?? {}) } }],
    };
  });

  return server;
}
