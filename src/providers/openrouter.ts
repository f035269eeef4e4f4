import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import { readChat } from './chat-protocol.ts';
import { type JsonObject, toAmount, toCount, toObject } from './json-values.ts';
import { toReply } from './reply.ts';
import { callModel } from './sdk.ts';
import type { SdkAsk } from './sdk-provider.ts';

export const ask: SdkAsk = async (question, services, { name, base_url, is_searching }) => {
  const [body] = await callModel(question, services, {
    name,
    base_url,
    namespace: 'openrouter',
    variant: is_searching ? 'web' : '',
    createModel: (settings, model) =>
      createOpenRouter(settings).chat(model, {
        usage: { include: true },
        ...(is_searching && { plugins: [{ id: 'web' }] }),
      }),
  });
  const read = readChat(body!, { name });
  const usage = toObject(body!.usage);
  const counted = toCount(toObject(usage.server_tool_use).web_search_requests);
  return toReply({
    ...read,
    billed: getBilled(usage),
    usage: { ...read.usage, searches: counted ?? (is_searching && read.pages.length > 0 ? 1 : 0) },
  });
};

/** With a key of the user's own at the model's provider, that provider bills beside OpenRouter. */
function getBilled(usage: JsonObject): number | null {
  const cost = toAmount(usage.cost);
  if (cost === null || usage.is_byok !== true) return cost;
  return cost + (toAmount(toObject(usage.cost_details).upstream_inference_cost) ?? 0);
}
