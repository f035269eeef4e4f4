import {
  COMPLETION_USAGE,
  createCompletion,
  readChatPrompt,
  readChatSettings,
} from '../../test/harness/chat-completions.ts';
import { describeProvider } from '../../test/harness/provider-contract.ts';

const model = 'mistral-large-2512';

describeProvider({
  kind: 'mistral',
  model: 'mistral-large-latest',
  base_path: '/v1',
  path: '/chat/completions',
  key: { header: 'authorization', prefix: 'Bearer ' },
  readPrompt: readChatPrompt,
  readSettings: readChatSettings,
  answer: (text) =>
    createCompletion(
      [
        { type: 'thinking', thinking: [{ type: 'text', text: 'They want shoes.' }] },
        { type: 'text', text },
      ],
      { model },
    ),
  answered: {
    sources: [],
    queries: [],
    usage: COMPLETION_USAGE,
    billed: null,
    provider_model: model,
    finish: 'stop',
  },
  truncated: createCompletion('Try Bro', { finish_reason: 'model_length' }),
  refused: { body: createCompletion('', { finish_reason: 'content_filter' }), answer: '' },
  empty: createCompletion(''),
  error: (message, status) =>
    status === 422
      ? { detail: [{ type: 'value_error', loc: ['body', 'model'], msg: message }] }
      : status === 502
        ? { error: { message } }
        : { object: 'error', message, type: 'some_error', param: null, code: String(status) },
});
