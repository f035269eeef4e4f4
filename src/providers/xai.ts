import { createXai, xai } from '@ai-sdk/xai';
import { toAmount, toObject } from './json-values.ts';
import { toReply } from './reply.ts';
import { readResponse } from './responses-protocol.ts';
import { callModel } from './sdk.ts';
import type { SdkAsk } from './sdk-provider.ts';

const TICKS_PER_DOLLAR = 10_000_000_000;

export const ask: SdkAsk = async (question, services, { name, base_url, is_searching }) => {
  const [body] = await callModel(question, services, {
    name,
    base_url,
    namespace: 'xai',
    createModel: (settings, model) => createXai(settings).responses(model),
    ...(is_searching && { tools: { web_search: xai.tools.webSearch() } }),
  });
  const ticks = toAmount(toObject(body!.usage).cost_in_usd_ticks);
  return toReply({ ...readResponse(body!, { name }), billed: ticks === null ? null : ticks / TICKS_PER_DOLLAR });
};
