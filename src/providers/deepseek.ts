import { createDeepSeek } from '@ai-sdk/deepseek';
import { readChat } from './chat-protocol.ts';
import { toReply } from './reply.ts';
import { callModel } from './sdk.ts';
import type { SdkAsk } from './sdk-provider.ts';

export const ask: SdkAsk = async (question, services, { name, base_url }) => {
  const [body] = await callModel(question, services, {
    name,
    base_url,
    namespace: 'deepseek',
    createModel: (settings, model) => createDeepSeek(settings)(model),
  });
  return toReply(readChat(body!, { name }));
};
