import { expect } from 'vitest';
import { json } from '../../test/harness/fake-provider.ts';
import { describeProvider } from '../../test/harness/provider-contract.ts';

const createMessage = (content: object[], id = 'msg_1') => ({
  type: 'message',
  id,
  status: 'completed',
  role: 'assistant',
  content,
});

const createText = (text: string, annotations: object[] = []) => ({
  type: 'output_text',
  text,
  annotations,
  logprobs: [],
});

const createResponse = (output: object[], more: object = {}) => ({
  id: 'resp_68af4030',
  object: 'response',
  created_at: 1_794_744_000,
  status: 'completed',
  error: null,
  incomplete_details: null,
  model: 'gpt-4.1-2025-04-14',
  output,
  usage: {
    input_tokens: 820,
    input_tokens_details: { cached_tokens: 512 },
    output_tokens: 143,
    output_tokens_details: { reasoning_tokens: 64 },
    total_tokens: 963,
  },
  ...more,
});

const USAGE = { input_tokens: 820, cached_input_tokens: 512, output_tokens: 143 };
const ANSWER = 'Brooks fits wide feet ([runnersworld.com](https://www.runnersworld.com/wide?utm_source=openai)).';

describeProvider({
  kind: 'openai',
  model: 'gpt-4.1',
  base_path: '/v1',
  path: '/responses',
  key: { header: 'authorization', prefix: 'Bearer ' },
  ask: { web_search: false },
  readPrompt: ({ input }) => (input as { content: { text: string }[] }[]).at(-1)!.content[0]!.text,
  readSettings: ({ input, temperature, max_output_tokens }) => {
    const first = (input as { role: string; content: unknown }[])[0]!;
    return { system: first.role === 'user' ? undefined : first.content, temperature, max_output_tokens };
  },
  answer: (text) => createResponse([{ type: 'reasoning', id: 'rs_1', summary: [] }, createMessage([createText(text)])]),
  answered: {
    sources: [],
    queries: [],
    usage: { ...USAGE, searches: 0 },
    billed: null,
    provider_model: 'gpt-4.1-2025-04-14',
    finish: 'stop',
  },
  truncated: createResponse([createMessage([createText('Try Bro')])], {
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
  }),
  refused: {
    body: createResponse([createMessage([{ type: 'refusal', refusal: "I can't help with that." }])]),
    answer: "I can't help with that.",
  },
  empty: createResponse([{ type: 'reasoning', id: 'rs_1', summary: [] }]),
  error: (message, status) => ({ error: { message, type: 'some_error', param: null, code: `code_${status}` } }),
  searched: {
    responses: () => [
      json(
        createResponse([
          { type: 'reasoning', id: 'rs_1', summary: [] },
          createMessage([createText("I'll search for that.")], 'msg_0'),
          {
            type: 'web_search_call',
            id: 'ws_1',
            status: 'completed',
            action: {
              type: 'search',
              query: 'best running shoes wide feet',
              queries: ['best running shoes wide feet', 'Laufschuhe breite Füße'],
              sources: [
                { type: 'url', url: 'https://www.runnersworld.com/wide' },
                { type: 'url', url: 'https://www.rei.com/learn/wide-shoes' },
                { type: 'api', name: 'oai-finance' },
              ],
            },
          },
          {
            type: 'web_search_call',
            id: 'ws_2',
            status: 'completed',
            action: { type: 'open_page', url: 'https://www.brooksrunning.com/de_de/breite-fuesse' },
          },
          // No version of the SDK knows this one.
          { type: 'hologram_call', id: 'hc_1', status: 'completed' },
          createMessage([
            createText(ANSWER, [
              {
                type: 'url_citation',
                start_index: 22,
                end_index: 94,
                url: 'https://www.runnersworld.com/wide?utm_source=openai',
                title: 'Best Wide Running Shoes',
              },
              { type: 'hologram_citation', id: 'h1' },
            ]),
            createText(' So does Altra.'),
          ]),
        ]),
      ),
    ],
    check: ({ body }) => {
      expect(body.tools).toEqual([{ type: 'web_search', user_location: { type: 'approximate', country: 'DE' } }]);
      expect(body.include).toEqual(['web_search_call.action.sources']);
    },
    reply: {
      answer: `${ANSWER} So does Altra.`,
      sources: [
        {
          url: 'https://www.runnersworld.com/wide',
          title: 'Best Wide Running Shoes',
          citation_count: 1,
          citation_position: 1,
        },
        { url: 'https://www.rei.com/learn/wide-shoes', citation_count: 0 },
        { url: 'https://www.brooksrunning.com/de_de/breite-fuesse', citation_count: 0 },
      ],
      queries: ['best running shoes wide feet', 'Laufschuhe breite Füße'],
      usage: { ...USAGE, searches: 1 },
      billed: null,
      provider_model: 'gpt-4.1-2025-04-14',
      finish: 'stop',
    },
  },
});
