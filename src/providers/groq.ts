import { createGroq, groq } from '@ai-sdk/groq';
import { readChat } from './chat-protocol.ts';
import { type JsonObject, toJson, toObject, toObjects, toText } from './json-values.ts';
import { toReply } from './reply.ts';
import { callModel } from './sdk.ts';
import type { SdkAsk } from './sdk-provider.ts';

export const ask: SdkAsk = async (question, services, { name, base_url, is_searching }) => {
  const [body] = await callModel(question, services, {
    name,
    base_url,
    namespace: 'groq',
    createModel: (settings, model) => createGroq(settings)(model),
    // The compound systems search without being given a tool.
    ...(is_searching &&
      !question.ask.model!.includes('compound') && { tools: { browser_search: groq.tools.browserSearch({}) } }),
  });
  const read = readChat(body!, { name });
  const message = toObject(toObjects(body!.choices)[0]?.message);
  const tools = toObjects(message.executed_tools);
  const searches = tools.filter((tool) => /search/.test(toText(tool.type) ?? '') || 'search_results' in tool);
  return toReply({
    ...read,
    pages: [
      ...read.pages,
      ...tools
        .flatMap((tool) => toObjects(toObject(tool.search_results).results))
        .filter((page) => toText(page.url) !== null)
        .map((page) => ({ url: toText(page.url)!, title: toText(page.title) })),
    ],
    queries: searches.map(getQuery),
    usage: { ...read.usage, searches: searches.length },
  });
};

function getQuery(tool: JsonObject): string {
  return toText(toObject(toJson(toText(tool.arguments) ?? '')).query) ?? '';
}
