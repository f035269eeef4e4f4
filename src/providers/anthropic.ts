import { anthropic, createAnthropic } from '@ai-sdk/anthropic';
import type { Finish } from '../domain/ask.ts';
import { createBadResponse } from './failures.ts';
import { type JsonObject, toObject, toObjects, toText } from './json-values.ts';
import { type Read, sumCounts, sumField, toReply } from './reply.ts';
import { callModel } from './sdk.ts';
import type { SdkAsk } from './sdk-provider.ts';

export const ask: SdkAsk = async (question, services, { name, base_url, is_searching }) => {
  const bodies = await callModel(question, services, {
    name,
    base_url,
    namespace: 'anthropic',
    createModel: (settings, model) => createAnthropic(settings)(model),
    ...(is_searching && {
      // The newest version that every model with a web search knows.
      tools: {
        web_search: anthropic.tools.webSearch_20250305({
          userLocation: { type: 'approximate', country: question.country_code },
        }),
      },
    }),
    continueTurn: (request, { stop_reason, content }) =>
      stop_reason === 'pause_turn'
        ? { ...request, messages: [...toObjects(request.messages), { role: 'assistant', content }] }
        : null,
  });
  return toReply(readMessages(bodies, { name }));
};

/** Reads the messages of one turn: several, if it was paused. */
function readMessages(bodies: readonly JsonObject[], { name }: { name: string }): Read {
  if (!bodies.every((body) => Array.isArray(body.content)))
    throw createBadResponse(`${name} answered without content.`);
  const blocks = bodies.flatMap((body) => toObjects(body.content));
  const searches = blocks.filter((block) => block.type === 'server_tool_use' && block.name === 'web_search');
  const results = blocks.filter((block) => block.type === 'web_search_tool_result');
  const answer = blocks
    .slice(blocks.findLastIndex((block) => searches.includes(block) || results.includes(block)) + 1)
    .filter((block) => block.type === 'text');
  const citations = answer
    .flatMap((block) => toObjects(block.citations))
    .filter((citation) => citation.type === 'web_search_result_location');
  const usages = bodies.map((body) => toObject(body.usage));
  const written = sumField(usages, 'cache_creation_input_tokens');
  const cached = sumField(usages, 'cache_read_input_tokens');
  const input = sumField(usages, 'input_tokens');
  return {
    answer: answer.map((block) => toText(block.text) ?? '').join(''),
    pages: [...results.flatMap((block) => toObjects(block.content)), ...citations]
      .filter((page) => toText(page.url) !== null)
      .map((page) => ({ url: toText(page.url)!, title: toText(page.title) })),
    marks: citations.map((citation) => toText(citation.url) ?? ''),
    queries: searches.map((block) => toText(toObject(block.input).query) ?? ''),
    usage: {
      // Anthropic counts cached tokens beside the others.
      input_tokens: input === null ? null : sumCounts([input, written, cached]),
      cached_input_tokens: cached,
      output_tokens: sumField(usages, 'output_tokens'),
      searches:
        sumField(
          usages.map((usage) => toObject(usage.server_tool_use)),
          'web_search_requests',
        ) ?? searches.length,
    },
    provider_model: toText(bodies.at(-1)!.model),
    finish: toFinish(toText(bodies.at(-1)!.stop_reason)),
  };
}

function toFinish(reason: string | null): Finish {
  if (reason === 'refusal') return 'filtered';
  // A turn that is paused again and again is cut, too.
  return reason === 'max_tokens' || reason === 'model_context_window_exceeded' || reason === 'pause_turn'
    ? 'length'
    : 'stop';
}
