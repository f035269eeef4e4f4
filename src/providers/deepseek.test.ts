import { createCompletion, readChatPrompt, readChatSettings } from '../../test/harness/chat-completions.ts';
import { describeProvider } from '../../test/harness/provider-contract.ts';

const options = {
  model: 'deepseek-chat',
  usage: {
    prompt_tokens: 25,
    completion_tokens: 60,
    total_tokens: 85,
    prompt_cache_hit_tokens: 8,
    prompt_cache_miss_tokens: 17,
    completion_tokens_details: { reasoning_tokens: 20 },
  },
};

describeProvider({
  kind: 'deepseek',
  model: 'deepseek-chat',
  base_path: '',
  path: '/chat/completions',
  key: { header: 'authorization', prefix: 'Bearer ' },
  readPrompt: readChatPrompt,
  readSettings: readChatSettings,
  answer: (text) => createCompletion(text, { ...options, message: { reasoning_content: 'They want shoes.' } }),
  answered: {
    sources: [],
    queries: [],
    usage: { input_tokens: 25, cached_input_tokens: 8, output_tokens: 60, searches: 0 },
    billed: null,
    provider_model: 'deepseek-chat',
    finish: 'stop',
  },
  truncated: createCompletion('Try Bro', { ...options, finish_reason: 'length' }),
  refused: { body: createCompletion('', { ...options, finish_reason: 'content_filter' }), answer: '' },
  empty: createCompletion('', options),
  error: (message, status) => ({ error: { message, type: 'some_error', param: null, code: `code_${status}` } }),
});
