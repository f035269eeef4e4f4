import type { Finish } from '../domain/ask.ts';
import { createBadResponse } from './failures.ts';
import { type JsonObject, toNumber, toObject, toObjects, toText, toTexts } from './json-values.ts';
import { type Read, sumCounts, sumField } from './reply.ts';
import type { Page } from './sources.ts';

const FILTERED = /SAFETY|RECITATION|BLOCKLIST|PROHIBITED|SPII|LANGUAGE/;

/** What a response says, with the addresses of its pages as Google gives them. */
export interface GroundedRead extends Omit<Read, 'pages'> {
  chunks: Page[];
}

/** Reads the responses of one turn: several, if it was so long that it was continued. */
export function readGemini(
  bodies: readonly JsonObject[],
  { name, model }: { name: string; model: string },
): GroundedRead {
  const candidates = bodies.flatMap((body) => toObjects(body.candidates).slice(0, 1));
  const last = candidates.at(-1);
  const isBlocked = bodies.some((body) => toText(toObject(body.promptFeedback).blockReason) !== null);
  if (last === undefined && !isBlocked) throw createBadResponse(`${name} answered without a candidate.`);
  const grounding = candidates.map((candidate) => toObject(candidate.groundingMetadata));
  const usages = bodies.map((body) => toObject(body.usageMetadata));
  const queries = grounding.flatMap((metadata) => toTexts(metadata.webSearchQueries));
  return {
    answer: readParts(candidates.flatMap((candidate) => toObjects(toObject(candidate.content).parts))),
    chunks: grounding.flatMap(listChunks).filter((chunk) => chunk.url !== ''),
    marks: grounding.flatMap(listMarks),
    queries,
    usage: {
      input_tokens: sumField(usages, 'promptTokenCount'),
      cached_input_tokens: sumField(usages, 'cachedContentTokenCount'),
      output_tokens: sumCounts([sumField(usages, 'candidatesTokenCount'), sumField(usages, 'thoughtsTokenCount')]),
      searches: countSearches(queries.length, model),
    },
    provider_model: toText(bodies.at(-1)!.modelVersion),
    finish: isBlocked ? 'filtered' : toFinish(toText(last?.finishReason) ?? ''),
  };
}

/** The text after the last use of a tool, without thoughts. */
function readParts(parts: readonly JsonObject[]): string {
  return parts
    .slice(parts.findLastIndex((part) => 'toolCall' in part || 'toolResponse' in part) + 1)
    .filter((part) => part.thought !== true)
    .map((part) => toText(part.text) ?? '')
    .join('');
}

function listChunks(grounding: JsonObject): Page[] {
  return toObjects(grounding.groundingChunks).map((chunk) => {
    const web = toObject(chunk.web);
    return { url: toText(web.uri) ?? '', title: toText(web.title) };
  });
}

function listMarks(grounding: JsonObject): string[] {
  const chunks = listChunks(grounding);
  return toObjects(grounding.groundingSupports)
    .flatMap((support) => (Array.isArray(support.groundingChunkIndices) ? support.groundingChunkIndices : []))
    .map((index) => chunks[toNumber(index) ?? -1]?.url ?? '')
    .filter((url) => url !== '');
}

/** Up to Gemini 2.5 a prompt that was grounded is billed once, from Gemini 3 on each query is. */
function countSearches(queries: number, model: string): number {
  return /gemini-[12]\b/.test(model) ? Math.min(queries, 1) : queries;
}

function toFinish(reason: string): Finish {
  if (FILTERED.test(reason)) return 'filtered';
  return reason === 'MAX_TOKENS' || reason === 'CONTINUATION' ? 'length' : 'stop';
}
