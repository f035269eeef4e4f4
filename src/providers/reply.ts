import type { Finish } from '../domain/ask.ts';
import { MAX_QUERY_LENGTH } from '../domain/limits.ts';
import { type JsonObject, toCount } from './json-values.ts';
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

/** Sums a count of several objects; null if none has it. */
export function sumField(objects: readonly JsonObject[], name: string): number | null {
  return sumCounts(objects.map((object) => toCount(object[name])));
}

/** Sums the counts that are known; null if none is, or if the sum is no count any more. */
export function sumCounts(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : toCount(known.reduce((sum, count) => sum + count, 0));
}
