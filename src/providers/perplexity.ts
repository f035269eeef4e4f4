import { createPerplexity } from '@ai-sdk/perplexity';
import { readChat } from './chat-protocol.ts';
import { toAmount, toCount, toObject } from './json-values.ts';
import { sumCounts, toReply } from './reply.ts';
import { callModel } from './sdk.ts';
import type { SdkAsk } from './sdk-provider.ts';

export const ask: SdkAsk = async (question, services, { name, base_url }) => {
  const [body] = await callModel(question, services, {
    name,
    base_url,
    namespace: 'perplexity',
    createModel: (settings, model) => createPerplexity(settings)(model),
    options: { web_search_options: { user_location: { country: question.country_code } } },
  });
  const read = readChat(body!, { name });
  const usage = toObject(body!.usage);
  const { output_tokens } = read.usage;
  return toReply({
    ...read,
    billed: toAmount(toObject(usage.cost).total_cost),
    usage: {
      ...read.usage,
      // Perplexity counts thoughts beside the answer.
      output_tokens: output_tokens === null ? null : sumCounts([output_tokens, toCount(usage.reasoning_tokens)]),
      searches: toCount(usage.num_search_queries) ?? 1,
    },
  });
};
