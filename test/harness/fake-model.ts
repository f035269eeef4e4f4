// A local server that answers prompts like an AI model, for tests of collection.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeModelRequest {
  prompt: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
  /** How many requests came before. */
  index: number;
}

/** What the server does with a request: an answer, a status, or nothing at all. */
export type FakeModelAnswer =
  | { answer: string; input_tokens?: number; output_tokens?: number }
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | 'reset'
  | 'hang';

export interface FakeModel {
  base_url: string;
  host: string;
  requests: FakeModelRequest[];
  /** The most requests that were open at the same time. */
  most_open(): number;
  close(): Promise<void>;
}

/** A local server that speaks the protocol of chat completions. */
export async function startFakeModel(
  answer: (request: FakeModelRequest) => FakeModelAnswer | Promise<FakeModelAnswer>,
): Promise<FakeModel> {
  const requests: FakeModelRequest[] = [];
  let open = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as { messages: { content: string }[]; model: string };
    const asked = { prompt: body.messages.at(-1)!.content, headers: request.headers, body, index: requests.length };
    requests.push(asked);
    respond(response, await answer(asked), body.model);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    base_url: `http://127.0.0.1:${port}/v1`,
    host: `127.0.0.1:${port}`,
    requests,
    most_open: () => most,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function respond(response: ServerResponse, answer: FakeModelAnswer, model: string): void {
  if (answer === 'hang') return;
  if (answer === 'reset') {
    response.destroy();
    return;
  }
  const isAnswer = 'answer' in answer;
  const status = isAnswer ? 200 : answer.status;
  const headers = isAnswer ? {} : (answer.headers ?? {});
  const body = isAnswer ? toCompletion(answer, model) : (answer.body ?? { error: { message: 'refused' } });
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function toCompletion(
  { answer, input_tokens = 20, output_tokens = 100 }: { answer: string; input_tokens?: number; output_tokens?: number },
  model: string,
) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_760_000_000,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: answer }, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: input_tokens,
      completion_tokens: output_tokens,
      total_tokens: input_tokens + output_tokens,
    },
  };
}
