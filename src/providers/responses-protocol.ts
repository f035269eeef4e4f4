import type { Finish } from '../domain/ask.ts';
import { createBadResponse, toReportedError } from './failures.ts';
import { type JsonObject, toCount, toObject, toObjects, toText, toTexts } from './json-values.ts';
import type { Read } from './reply.ts';
import type { Page } from './sources.ts';

/** Reads a response of the Responses API, as OpenAI and xAI have it. */
export function readResponse(body: JsonObject, { name }: { name: string }): Read {
  const status = toText(body.status);
  if (status === 'failed' || status === 'cancelled') throw toReportedError(body.error ?? `status ${status}`, { name });
  if (!Array.isArray(body.output)) throw createBadResponse(`${name} answered without any output.`);
  if (status === 'in_progress' || status === 'queued') throw createBadResponse(`${name} answered before it was done.`);
  const items = toObjects(body.output);
  const searches = items.filter((item) => item.type === 'web_search_call').map((item) => toObject(item.action));
  const messages = items
    .slice(items.findLastIndex((item) => item.type === 'web_search_call') + 1)
    .filter((item) => item.type === 'message');
  const final = messages.filter((message) => message.phase === 'final_answer');
  const parts = (final.length > 0 ? final : messages).flatMap((message) => toObjects(message.content));
  const citations = parts
    .flatMap((part) => toObjects(part.annotations))
    .filter((annotation) => annotation.type === 'url_citation');
  const usage = toObject(body.usage);
  return {
    answer: parts.map((part) => toText(part.text) ?? toText(part.refusal) ?? '').join(''),
    pages: [
      ...searches.flatMap(listPages),
      ...toTexts(body.citations).map((url) => ({ url, title: null })),
      ...citations.map((citation) => ({ url: toText(citation.url) ?? '', title: toText(citation.title) })),
    ],
    marks: citations.map((citation) => toText(citation.url) ?? ''),
    queries: searches.flatMap(listQueries),
    usage: {
      input_tokens: toCount(usage.input_tokens),
      cached_input_tokens: toCount(toObject(usage.input_tokens_details).cached_tokens),
      output_tokens: toCount(usage.output_tokens),
      // Opening a page that was found is no search of its own.
      searches: searches.filter((action) => action.type === 'search' || action.type === undefined).length,
    },
    provider_model: toText(body.model),
    finish: toFinish(body, parts),
  };
}

function listPages(action: JsonObject): Page[] {
  const urls = [...toObjects(action.sources).map((source) => toText(source.url)), toText(action.url)];
  return urls.filter((url) => url !== null).map((url) => ({ url, title: null }));
}

function listQueries(action: JsonObject): string[] {
  const queries = toTexts(action.queries);
  const query = toText(action.query);
  return queries.length > 0 || query === null || query === '' ? queries : [query];
}

function toFinish(body: JsonObject, parts: readonly JsonObject[]): Finish {
  const reason = toText(toObject(body.incomplete_details).reason);
  if (reason === 'content_filter' || parts.some((part) => part.type === 'refusal')) return 'filtered';
  return body.status === 'incomplete' ? 'length' : 'stop';
}
