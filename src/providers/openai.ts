import { createOpenAI, openai } from '@ai-sdk/openai';
import { toReply } from './reply.ts';
import { readResponse } from './responses-protocol.ts';
import { callModel } from './sdk.ts';
import type { SdkAsk } from './sdk-provider.ts';

export const ask: SdkAsk = async (question, services, { name, base_url, is_searching }) => {
  const [body] = await callModel(question, services, {
    name,
    base_url,
    namespace: 'openai',
    createModel: (settings, model) => createOpenAI(settings).responses(model),
    // With this tool the SDK asks for the retrieved pages too (`include`).
    ...(is_searching && {
      tools: {
        web_search: openai.tools.webSearch({ userLocation: { type: 'approximate', country: question.country_code } }),
      },
    }),
  });
  return toReply(readResponse(body!, { name }));
};
