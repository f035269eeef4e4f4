import { expect } from 'vitest';
import { createCompletion, readChatPrompt, readChatSettings } from '../../test/harness/chat-completions.ts';
import { json } from '../../test/harness/fake-provider.ts';
import { describeProvider } from '../../test/harness/provider-contract.ts';

const createBody = (content: string, more: object = {}) =>
  createCompletion(content, {
    model: 'sonar-pro',
    usage: {
      prompt_tokens: 12,
      completion_tokens: 150,
      reasoning_tokens: 30,
      total_tokens: 192,
      search_context_size: 'low',
      num_search_queries: 2,
      cost: { input_tokens_cost: 0.00004, output_tokens_cost: 0.0027, request_cost: 0.006, total_cost: 0.00874 },
    },
    ...more,
  });

const reply = {
  queries: [],
  usage: { input_tokens: 12, cached_input_tokens: null, output_tokens: 180, searches: 2 },
  billed: 0.00874,
  provider_model: 'sonar-pro',
  finish: 'stop' as const,
};

describeProvider({
  kind: 'perplexity',
  model: 'sonar-pro',
  base_path: '',
  path: '/chat/completions',
  key: { header: 'authorization', prefix: 'Bearer ' },
  readPrompt: readChatPrompt,
  readSettings: readChatSettings,
  answer: (text) => createBody(text),
  answered: { sources: [], ...reply },
  truncated: createBody('Try Bro', { finish_reason: 'length' }),
  refused: { body: createBody('I cannot say.', { finish_reason: 'content_filter' }), answer: 'I cannot say.' },
  empty: createBody(''),
  error: (message, status) => ({ error: { message, type: `error_${status}`, code: status } }),
  searched: {
    responses: () => [
      json(
        createBody(
          '<think>Which are wide [1]?</think>\n\nBrooks[2][3] leads[2]. See [REI](https://www.rei.com/wide).',
          {
            citations: ['https://www.rei.com/wide', 'https://a.example/', 'https://b.example/x'],
            search_results: [
              { title: 'Wide Shoes | REI', url: 'https://www.rei.com/wide', date: '2026-01-02', last_updated: null },
              { title: 'A', url: 'https://a.example/', date: null },
              { title: null, url: 'https://b.example/x' },
              { title: 'Unused', url: 'https://c.example/' },
            ],
          },
        ),
      ),
    ],
    check: ({ body }) => {
      expect(body.web_search_options).toEqual({ user_location: { country: 'DE' } });
    },
    reply: {
      answer: 'Brooks[2][3] leads[2]. See [REI](https://www.rei.com/wide).',
      sources: [
        { url: 'https://www.rei.com/wide', title: 'Wide Shoes | REI', citation_count: 1, citation_position: 3 },
        { url: 'https://a.example/', title: 'A', citation_count: 2, citation_position: 1 },
        { url: 'https://b.example/x', citation_count: 1, citation_position: 2 },
        { url: 'https://c.example/', title: 'Unused', citation_count: 0 },
      ],
      ...reply,
    },
  },
});
