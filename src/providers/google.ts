import { createGoogleGenerativeAI, google } from '@ai-sdk/google';
import { CAPITALS } from './capitals.ts';
import { type GroundedRead, readGemini } from './gemini-protocol.ts';
import { resolvePages } from './grounding-redirects.ts';
import { toReply } from './reply.ts';
import { callModel } from './sdk.ts';
import type { SdkAsk } from './sdk-provider.ts';

export const ask: SdkAsk = async (question, services, { name, base_url, is_searching }) => {
  const capital = CAPITALS[question.country_code];
  const bodies = await callModel(question, services, {
    name,
    base_url,
    namespace: 'google',
    createModel: (settings, model) => createGoogleGenerativeAI(settings)(model),
    ...(is_searching && { tools: { google_search: google.tools.googleSearch({}) } }),
    ...(is_searching &&
      capital !== undefined && {
        options: { retrievalConfig: { latLng: { latitude: capital[0], longitude: capital[1] } } },
      }),
  });
  const read: GroundedRead = readGemini(bodies, { name, model: question.ask.model! });
  const addresses = await resolvePages(read.chunks, services, base_url);
  return toReply({
    ...read,
    pages: read.chunks.map((chunk) => addresses.get(chunk.url)!),
    marks: read.marks.map((url) => addresses.get(url)!.url),
  });
};
