import { createMistral } from '@ai-sdk/mistral';
import { readChat } from './chat-protocol.ts';
import { toReply } from './reply.ts';
import { callModel } from './sdk.ts';
import type { SdkAsk } from './sdk-provider.ts';

export const ask: SdkAsk = async (question, services, { name, base_url }) => {
  const [body] = await callModel(question, services, {
    name,
    base_url,
    namespace: 'mistral',
    createModel: (settings, model) => createMistral(settings)(model),
  });
  return toReply(readChat(body!, { name }));
};
