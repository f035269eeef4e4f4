import type { Finish } from '../domain/ask.ts';
import { createBadResponse, toReportedError } from './failures.ts';
import { isObject, type JsonObject, toCount, toNumber, toObject, toObjects, toText, toTexts } from './json-values.ts';
import type { Read } from './reply.ts';

/** Reasoning that a server writes into the answer instead of a field of its own. */
const THOUGHTS = /^\s*<think>[\s\S]*?(?:<\/think>\s*|$)/;

const NUMBERS = /\[(\d{1,3}(?:\s?,\s?\d{1,3}){0,9})\](?![(:])/g;

const FINISHES: Record<string, Finish> = {
  length: 'length',
  model_length: 'length',
  max_tokens: 'length',
  content_filter: 'filtered',
  refusal: 'filtered',
  safety: 'filtered',
};

/** Reasons with which servers report, with status 200, that they did not finish. */
const FAILED = ['error', 'insufficient_system_resource'];

/** Reads a response of `/chat/completions`, with the ways in which servers add the pages that they retrieved. */
export function readChat(body: JsonObject, { name }: { name: string }): Read {
  const choice = toObjects(body.choices)[0];
  if (choice === undefined || !isObject(choice.message)) throw createBadResponse(`${name} answered without a message.`);
  const reason = toText(choice.finish_reason) ?? '';
  if (isObject(choice.error) || FAILED.includes(reason)) {
    throw toReportedError(choice.error ?? `finish_reason ${reason}`, { name });
  }
  const { message } = choice;
  const refusal = toText(message.refusal) ?? '';
  const text = readContent(message.content).replace(THOUGHTS, '');
  const annotations = toObjects(message.annotations)
    .map((annotation) => toObject(annotation.url_citation))
    .filter((citation) => toText(citation.url) !== null);
  const results = toObjects(body.search_results).filter((result) => toText(result.url) !== null);
  const listed = results.length > 0 ? results : toTexts(body.citations).map((url): JsonObject => ({ url }));
  const usage = toObject(body.usage);
  return {
    answer: text === '' ? refusal : text,
    pages: [...listed, ...annotations].map((page) => ({ url: toText(page.url)!, title: toText(page.title) })),
    marks: [...listMarks(text, listed), ...annotations.filter(isInText)].map((page) => toText(page.url)!),
    queries: [],
    usage: {
      input_tokens: toCount(usage.prompt_tokens),
      cached_input_tokens:
        toCount(toObject(usage.prompt_tokens_details).cached_tokens) ?? toCount(usage.prompt_cache_hit_tokens),
      output_tokens: toCount(usage.completion_tokens),
      searches: 0,
    },
    provider_model: toText(body.model),
    finish: refusal === '' ? (FINISHES[reason] ?? 'stop') : 'filtered',
  };
}

/** A text, or a list of parts: texts, and others such as thoughts. */
function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return toObjects(content)
    .filter((part) => part.type === 'text')
    .map((part) => toText(part.text) ?? '')
    .join('');
}

/** `[1][2]` and `[1, 2]` refer to the pages of the list; `[1](https://…)` is a link. */
function listMarks(text: string, pages: readonly JsonObject[]): JsonObject[] {
  return [...text.matchAll(NUMBERS)]
    .flatMap((match) => match[1]!.split(','))
    .map((number) => pages[Number(number) - 1])
    .filter((page) => page !== undefined);
}

/** Retrieved pages that are not cited come with an empty passage. */
function isInText({ start_index, end_index }: JsonObject): boolean {
  const [start, end] = [toNumber(start_index), toNumber(end_index)];
  return start === null || end === null || end > start;
}
