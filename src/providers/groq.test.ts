import { describe, expect, it } from 'vitest';
import {
  COMPLETION_USAGE,
  createCompletion,
  readChatPrompt,
  readChatSettings,
} from '../../test/harness/chat-completions.ts';
import { json } from '../../test/harness/fake-provider.ts';
import { describeProvider } from '../../test/harness/provider-contract.ts';
import { PROVIDERS } from './index.ts';

const model = 'openai/gpt-oss-120b';
const reply = { queries: [], usage: COMPLETION_USAGE, billed: null, provider_model: model, finish: 'stop' as const };

describeProvider({
  kind: 'groq',
  model,
  base_path: '/openai/v1',
  path: '/chat/completions',
  key: { header: 'authorization', prefix: 'Bearer ' },
  ask: { web_search: false },
  readPrompt: readChatPrompt,
  readSettings: readChatSettings,
  answer: (text) => createCompletion(text, { model, message: { reasoning: 'They want shoes.' } }),
  answered: { sources: [], ...reply },
  truncated: createCompletion('Try Bro', { model, finish_reason: 'length' }),
  refused: { body: createCompletion('', { model, finish_reason: 'content_filter' }), answer: '' },
  empty: createCompletion('', { model }),
  error: (message, status) => ({ error: { message, type: 'some_error', code: `code_${status}` } }),
  searched: {
    responses: () => [
      json(
        createCompletion('Brooks leads, says [REI](https://www.rei.com/wide).', {
          model,
          message: {
            executed_tools: [
              {
                index: 0,
                type: 'browser_search',
                arguments: '{"query": "wide running shoes", "topn": 10}',
                output: 'L0: ...',
                search_results: {
                  results: [
                    { title: 'Wide Shoes | REI', url: 'https://www.rei.com/wide', content: '…', score: 0.9 },
                    { title: '', url: 'https://a.example/', content: '…', score: 0.4 },
                  ],
                },
              },
              { index: 1, type: 'python', arguments: '{"code": "1+1"}', output: '2' },
            ],
          },
        }),
      ),
    ],
    check: ({ body }) => {
      expect(body.tools).toEqual([{ type: 'browser_search' }]);
    },
    reply: {
      answer: 'Brooks leads, says [REI](https://www.rei.com/wide).',
      sources: [
        { url: 'https://www.rei.com/wide', title: 'Wide Shoes | REI', citation_count: 1, citation_position: 1 },
        { url: 'https://a.example/', citation_count: 0 },
      ],
      ...reply,
      queries: ['wide running shoes'],
      usage: { ...COMPLETION_USAGE, searches: 1 },
    },
  },
});

describe('the web search of Groq', () => {
  const check = (given: object) => PROVIDERS.get('groq')!.check!({ kind: 'groq', ...given });

  it('depends on the model', () => {
    expect(check({ model, web_search: true })).toEqual([]);
    expect(check({ model: 'llama-3.3-70b-versatile' })).toEqual([]);
    expect(check({ model: 'llama-3.3-70b-versatile', web_search: true })).toMatchObject([{ path: 'web_search' }]);
    expect(check({ model: 'groq/compound', web_search: false })).toMatchObject([{ path: 'web_search' }]);
  });
});
