import {
  COMPLETION_USAGE,
  createCompletion,
  readChatPrompt,
  readChatSettings,
} from '../../test/harness/chat-completions.ts';
import { describeProvider } from '../../test/harness/provider-contract.ts';

describeProvider({
  kind: 'openai-compatible',
  model: 'llama3.3:70b',
  base_path: '/v1',
  path: '/chat/completions',
  key: { header: 'authorization', prefix: 'Bearer ' },
  readPrompt: readChatPrompt,
  readSettings: readChatSettings,
  answer: (text) => createCompletion(`<think>\nThey want shoes.\n</think>\n\n${text}`, { model: 'llama3.3:70b' }),
  answered: {
    sources: [],
    queries: [],
    usage: COMPLETION_USAGE,
    billed: null,
    provider_model: 'llama3.3:70b',
    finish: 'stop',
  },
  truncated: createCompletion('Try Bro', { finish_reason: 'length' }),
  refused: { body: createCompletion(null, { message: { refusal: 'I cannot say.' } }), answer: 'I cannot say.' },
  empty: createCompletion(null),
  error: (message, status) => (status === 500 ? { error: message } : { error: { message, code: null } }),
});
