import { expect } from 'vitest';
import { json } from '../../test/harness/fake-provider.ts';
import { describeProvider } from '../../test/harness/provider-contract.ts';

const createMessage = (text: string, annotations: object[] = []) => ({
  type: 'message',
  id: 'msg_1',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations, logprobs: null }],
});

const createResponse = (output: object[], more: object = {}) => ({
  id: 'b1c2',
  object: 'response',
  created_at: 1_794_744_000,
  status: 'completed',
  model: 'grok-4.3',
  output,
  usage: {
    input_tokens: 2100,
    input_tokens_details: { cached_tokens: 1800 },
    output_tokens: 310,
    output_tokens_details: { reasoning_tokens: 120 },
    total_tokens: 2410,
    num_server_side_tools_used: 2,
    cost_in_usd_ticks: 37_756_000,
  },
  ...more,
});

const reply = {
  usage: { input_tokens: 2100, cached_input_tokens: 1800, output_tokens: 310, searches: 0 },
  billed: 0.0037756,
  provider_model: 'grok-4.3',
  finish: 'stop' as const,
};

describeProvider({
  kind: 'xai',
  model: 'grok-4.3',
  base_path: '/v1',
  path: '/responses',
  key: { header: 'authorization', prefix: 'Bearer ' },
  ask: { web_search: false },
  readPrompt: ({ input }) => (input as { content: { text: string }[] }[]).at(-1)!.content[0]!.text,
  readSettings: ({ input, temperature, max_output_tokens }) => {
    const first = (input as { role: string; content: unknown }[])[0]!;
    return { system: first.role === 'user' ? undefined : first.content, temperature, max_output_tokens };
  },
  answer: (text) => createResponse([createMessage(text)]),
  answered: { sources: [], queries: [], ...reply },
  truncated: createResponse([createMessage('Try Bro')], {
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
  }),
  refused: {
    body: createResponse([createMessage('')], {
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
    }),
    answer: '',
  },
  empty: createResponse([createMessage('')]),
  error: (message, status) => ({ code: `code_${status}`, error: message }),
  searched: {
    responses: () => [
      json(
        createResponse(
          [
            {
              type: 'web_search_call',
              id: 'ws_1',
              status: 'completed',
              action: {
                type: 'search',
                query: 'wide running shoes',
                sources: [{ type: 'url', url: 'https://a.example/1' }],
              },
            },
            {
              type: 'web_search_call',
              id: 'ws_2',
              status: 'completed',
              action: { type: 'open_page', url: 'https://b.example/2' },
            },
            createMessage('Altra leads.[[1]](https://b.example/2) Really.[[1]](https://b.example/2)', [
              { type: 'url_citation', url: 'https://b.example/2', start_index: 12, end_index: 40, title: '1' },
            ]),
          ],
          { citations: ['https://a.example/1', 'https://c.example/3'] },
        ),
      ),
    ],
    check: ({ body }) => {
      expect(body.tools).toEqual([{ type: 'web_search' }]);
      expect(JSON.stringify(body)).not.toContain('DE');
    },
    reply: {
      answer: 'Altra leads.[[1]](https://b.example/2) Really.[[1]](https://b.example/2)',
      sources: [
        { url: 'https://a.example/1', citation_count: 0 },
        { url: 'https://b.example/2', citation_count: 2, citation_position: 1 },
        { url: 'https://c.example/3', citation_count: 0 },
      ],
      queries: ['wide running shoes'],
      ...reply,
      usage: { ...reply.usage, searches: 1 },
    },
  },
});
