import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Ask } from '../domain/ask.ts';
import type { NewChat } from '../domain/chat.ts';
import { toDollars } from '../domain/money.ts';
import type { Job } from '../providers/provider.ts';
import type { Exchange } from '../providers/recording.ts';
import { cleanText } from '../providers/sources.ts';
import type { Answered } from './ask-once.ts';

const compress = promisify(gzip);

const MAX_TEXT = 4000;
const MAX_LISTED = 10_000;

export interface AnswerPlace {
  prompt_id: string;
  channel_id: string;
  country_code: string;
  /** The day that it arrived. */
  date: string;
  external_id: string;
}

/** An answer as it is stored. Providers send whatever they like, so it is brought within the limits of a chat first. */
export function toNewChat({ reply, cost, asked_at, duration_ms }: Answered, place: AnswerPlace): NewChat {
  const { usage, provider_model, finish } = reply;
  const sources = reply.sources.flatMap(({ url, title, citation_count }) => {
    const address = cleanText(url).trim();
    if (address === '' || address.length > MAX_TEXT) return [];
    return {
      url: address,
      ...(title === undefined ? {} : { title: cleanText(title).slice(0, MAX_TEXT) }),
      ...(citation_count === undefined ? {} : { citation_count }),
    };
  });
  const queries = reply.queries.map((query) => cleanText(query).trim().slice(0, MAX_TEXT));
  const model = cleanText(provider_model ?? '')
    .trim()
    .slice(0, 500);
  return {
    prompt_id: place.prompt_id,
    model_channel_id: place.channel_id,
    country_code: place.country_code,
    date: place.date,
    external_id: place.external_id,
    answer: cleanText(reply.answer),
    sources: sources.slice(0, MAX_LISTED),
    queries: queries.filter((query) => query !== '').slice(0, MAX_LISTED),
    cost: cost === null ? null : toDollars(cost),
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    duration_ms,
    asked_at: asked_at.toISOString(),
    provider_model: model === '' ? null : model,
    finish,
  };
}

/** What a later parser needs to read an answer again. */
export interface RawResponse {
  ask: Ask;
  prompt: string;
  country_code: string;
  exchanges: Exchange[];
  /** The job that was waited for, where the request that created it is not among the exchanges. */
  job?: Job | null;
}

/** Compressed on a thread of its own, as text that every store can keep. */
export async function packRaw(raw: RawResponse): Promise<string> {
  return (await compress(JSON.stringify(raw))).toString('base64');
}
