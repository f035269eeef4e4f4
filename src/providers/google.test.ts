import { describe, expect, it } from 'vitest';
import { json, type Responder } from '../../test/harness/fake-provider.ts';
import { describeProvider } from '../../test/harness/provider-contract.ts';
import { COUNTRY_CODES } from '../domain/country-codes.ts';
import { CAPITALS } from './capitals.ts';

const createBody = (parts: object[], { finishReason = 'STOP', ...more }: Record<string, unknown> = {}) => ({
  candidates: [{ content: { parts, role: 'model' }, finishReason, index: 0, ...more }],
  usageMetadata: {
    promptTokenCount: 14,
    candidatesTokenCount: 90,
    thoughtsTokenCount: 210,
    totalTokenCount: 314,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: 14 }],
  },
  modelVersion: 'gemini-2.5-flash',
  responseId: 'x1Y2',
});

const reply = {
  usage: { input_tokens: 14, cached_input_tokens: null, output_tokens: 300, searches: 0 },
  billed: null,
  provider_model: 'gemini-2.5-flash',
  finish: 'stop' as const,
};

const redirect =
  (location: string): Responder =>
  (response) => {
    response.writeHead(302, { location });
    response.end();
  };

describeProvider({
  kind: 'google',
  model: 'gemini-2.5-flash',
  base_path: '/v1beta',
  path: '/models/gemini-2.5-flash:generateContent',
  key: { header: 'x-goog-api-key' },
  ask: { web_search: false },
  readPrompt: ({ contents }) => (contents as { parts: { text: string }[] }[])[0]!.parts[0]!.text,
  readSettings: ({ systemInstruction, generationConfig }) => {
    const { temperature, maxOutputTokens } = generationConfig as Record<string, unknown>;
    const system = systemInstruction as { parts: { text: string }[] } | undefined;
    return { system: system?.parts[0]?.text, temperature, max_output_tokens: maxOutputTokens };
  },
  answer: (text) => createBody([{ text: 'They want shoes.', thought: true }, { text }]),
  answered: { sources: [], queries: [], ...reply },
  truncated: createBody([{ text: 'Try Bro' }], { finishReason: 'MAX_TOKENS' }),
  refused: {
    body: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 14 } },
    answer: '',
  },
  empty: createBody([{ text: '' }]),
  error: (message, status) => ({ error: { code: status, message, status: 'SOME_STATUS' } }),
  searched: {
    responses: (origin) => [
      json(
        createBody([{ text: 'Brooks leads. ' }, { text: 'Altra follows.' }], {
          groundingMetadata: {
            searchEntryPoint: { renderedContent: '<div></div>' },
            groundingChunks: [
              { web: { uri: `${origin}/grounding-api-redirect/AUZIYQ1`, title: 'runnersworld.com' } },
              { web: { uri: `${origin}/grounding-api-redirect/AUZIYQ2`, title: 'rei.com' } },
              { web: { uri: `${origin}/grounding-api-redirect/AUZIYQ3`, title: 'runnersworld.com' } },
              { web: { uri: 'https://plain.example/page', title: null } },
            ],
            groundingSupports: [
              { segment: { endIndex: 13, text: 'Brooks leads.' }, groundingChunkIndices: [1, 0] },
              { segment: { startIndex: 14, endIndex: 28, text: 'Altra follows.' }, groundingChunkIndices: [2] },
            ],
            webSearchQueries: ['wide running shoes', 'Laufschuhe breit'],
          },
        }),
      ),
      (response, request) => {
        const target = {
          '/grounding-api-redirect/AUZIYQ1': redirect('https://www.runnersworld.com/wide'),
          '/grounding-api-redirect/AUZIYQ2': json({}, { status: 404 }),
          '/grounding-api-redirect/AUZIYQ3': redirect('https://runnersworld.com/wide/'),
        }[request.path]!;
        target(response, request);
      },
    ],
    check: ({ body }, all) => {
      expect(body.tools).toEqual([{ googleSearch: {} }]);
      expect(body.toolConfig).toEqual({ retrievalConfig: { latLng: { latitude: 52.52, longitude: 13.41 } } });
      const heads = all.slice(1);
      expect(heads.map(({ method }) => method)).toEqual(['HEAD', 'HEAD', 'HEAD']);
      for (const { headers } of heads) expect(headers).not.toHaveProperty('x-goog-api-key');
    },
    reply: {
      answer: 'Brooks leads. Altra follows.',
      sources: [
        { url: 'https://www.runnersworld.com/wide', citation_count: 2, citation_position: 2 },
        { url: 'https://rei.com', title: 'rei.com', citation_count: 1, citation_position: 1 },
        { url: 'https://plain.example/page', citation_count: 0 },
      ],
      queries: ['wide running shoes', 'Laufschuhe breit'],
      ...reply,
      usage: { ...reply.usage, searches: 1 },
    },
  },
});

describe('the capitals', () => {
  it('are known for every country, and are on the globe', () => {
    expect(Object.keys(CAPITALS).sort()).toEqual([...COUNTRY_CODES].sort());
    for (const [latitude, longitude] of Object.values(CAPITALS)) {
      expect(Math.abs(latitude)).toBeLessThan(66);
      expect(Math.abs(longitude)).toBeLessThan(180);
    }
  });
});
