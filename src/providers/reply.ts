import type { Finish } from '../domain/ask.ts';
import { MAX_QUERY_LENGTH } from '../domain/limits.ts';
import { type JsonObject, toNumber } from './json-values.ts';
import type { Reply, Usage } from './provider.ts';
import { cleanText, type Retrieval, toSources } from './sources.ts';

/** What a protocol's reader found in a response. */
export interface Read extends Retrieval {
  queries: readonly string[];
  usage: Usage;
  billed?: number | null;
  provider_model: string | null;
  finish: Finish;
}

export function toReply({ queries, usage, billed = null, provider_model, finish, ...retrieval }: Read): Reply {
  return {
    answer: cleanText(retrieval.answer),
    sources: toSources(retrieval),
    queries: queries.map((query) => cleanText(query).trim().slice(0, MAX_QUERY_LENGTH)).filter((query) => query !== ''),
    usage,
    billed,
    provider_model,
    finish,
  };
}

/** Sums a field of several objects; null if none has it. */
export function sumField(objects: readonly JsonObject[], name: string): number | null {
  const numbers = objects.map((object) => toNumber(object[name])).filter((number) => number !== null);
  return numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0);
}
