import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { readChat } from './chat-protocol.ts';
import { toReply } from './reply.ts';
import { callModel } from './sdk.ts';
import type { SdkAsk } from './sdk-provider.ts';

export const ask: SdkAsk = async (question, services, { base_url }) => {
  const name = new URL(base_url).host;
  const [body] = await callModel(question, services, {
    name,
    base_url,
    namespace: 'openaiCompatible',
    createModel: (settings, model) => createOpenAICompatible({ ...settings, name: 'openaiCompatible' })(model),
  });
  return toReply(readChat(body!, { name }));
};
