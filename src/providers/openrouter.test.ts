import { expect } from 'vitest';
import {
  COMPLETION_USAGE,
  createCompletion,
  readChatPrompt,
  readChatSettings,
} from '../../test/harness/chat-completions.ts';
import { json } from '../../test/harness/fake-provider.ts';
import { describeProvider } from '../../test/harness/provider-contract.ts';

const model = 'anthropic/claude-sonnet-4.5';
const usage = {
  prompt_tokens: 25,
  completion_tokens: 60,
  total_tokens: 85,
  prompt_tokens_details: { cached_tokens: 5 },
  cost: 0.0213,
  is_byok: false,
  cost_details: { upstream_inference_cost: null },
};
const options = { model, usage, provider: 'Anthropic' };
const reply = {
  queries: [],
  usage: COMPLETION_USAGE,
  billed: 0.0213,
  provider_model: model,
  finish: 'stop' as const,
};

const createAnnotation = (url: string, start_index: number, end_index: number) => ({
  type: 'url_citation',
  url_citation: { url, title: `Title of ${url}`, content: '…', start_index, end_index },
});

describeProvider({
  kind: 'openrouter',
  model,
  base_path: '/api/v1',
  path: '/chat/completions',
  key: { header: 'authorization', prefix: 'Bearer ' },
  ask: { web_search: false },
  readPrompt: readChatPrompt,
  readSettings: readChatSettings,
  answer: (text) => createCompletion(text, options),
  answered: { sources: [], ...reply },
  truncated: createCompletion('Try Bro', { ...options, finish_reason: 'length' }),
  refused: { body: createCompletion('', { ...options, finish_reason: 'content_filter' }), answer: '' },
  empty: createCompletion('', options),
  error: (message, status) => ({ error: { message, code: status }, user_id: 'user_1' }),
  searched: {
    responses: () => [
      json(
        createCompletion('Brooks leads [rei.com](https://www.rei.com/wide). Altra follows.', {
          ...options,
          usage: { ...usage, is_byok: true, cost_details: { upstream_inference_cost: 0.03 } },
          message: {
            annotations: [
              createAnnotation('https://www.rei.com/wide', 13, 48),
              createAnnotation('https://a.example/', 50, 64),
              createAnnotation('https://www.rei.com/wide', 50, 64),
              createAnnotation('https://b.example/', 0, 0),
            ],
          },
        }),
      ),
    ],
    check: ({ body }) => {
      expect(body.plugins).toEqual([{ id: 'web' }]);
      expect(body.usage).toEqual({ include: true });
    },
    reply: {
      answer: 'Brooks leads [rei.com](https://www.rei.com/wide). Altra follows.',
      sources: [
        {
          url: 'https://www.rei.com/wide',
          title: 'Title of https://www.rei.com/wide',
          citation_count: 2,
          citation_position: 1,
        },
        { url: 'https://a.example/', title: 'Title of https://a.example/', citation_count: 1, citation_position: 2 },
        { url: 'https://b.example/', title: 'Title of https://b.example/', citation_count: 0 },
      ],
      ...reply,
      billed: 0.0513,
      usage: { ...COMPLETION_USAGE, searches: 1 },
    },
  },
});
