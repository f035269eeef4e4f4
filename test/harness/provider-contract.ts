// The tests that every kind of provider has to pass; the short test of each kind calls it.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Ask } from '../../src/domain/ask.ts';
import { ASK_KINDS, type AskKind } from '../../src/domain/ask-kinds.ts';
import { PROVIDERS } from '../../src/providers/index.ts';
import { createOutbound } from '../../src/providers/outbound.ts';
import { AskError, type AskServices, type Reply } from '../../src/providers/provider.ts';
import { type Exchange, record, replay } from '../../src/providers/recording.ts';
import { createRedactor } from '../../src/providers/redact.ts';
import { redactResponses } from '../../src/providers/redact-responses.ts';
import {
  cut,
  type FakeProvider,
  json,
  NOBODY,
  type ReceivedRequest,
  type Responder,
  reset,
  silence,
  stall,
  startFakeProvider,
  text,
} from './fake-provider.ts';

type JsonObject = Record<string, unknown>;

const SECRET = 'sk-test/Q7vX+2mPz9Lw4Kd8';
const PROMPT = 'Which running shoes are best for wide feet? "Quoted" & <tagged>';
const NOW = new Date('2026-11-15T12:00:00Z');
/** From the arrival of a request until it is given up. */
const TIMEOUT_MS = 120;
/** Where the SDKs would look for a key of their own accord. */
const KEYS_OF_SDKS = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'PERPLEXITY_API_KEY',
  'XAI_API_KEY',
  'MISTRAL_API_KEY',
  'DEEPSEEK_API_KEY',
  'GROQ_API_KEY',
  'OPENROUTER_API_KEY',
];

export interface ProviderContract {
  kind: AskKind;
  /** The model that is asked without a search. */
  model: string;
  /** What the base URL has after the origin. */
  base_path: string;
  /** Path of the request, after the base URL. */
  path: string;
  /** The one header with the key. */
  key: { header: string; prefix?: string };
  /** A description that asks without a search. */
  ask?: Partial<Ask>;
  /** The texts of the request that the model reads, besides those of `system`. */
  readPrompt(body: JsonObject): unknown;
  /** The fields of the request that settings of a description end up in. */
  readSettings(body: JsonObject): { system: unknown; temperature: unknown; max_output_tokens: unknown };
  /** An answer without a search. */
  answer(text: string): JsonObject;
  answered: Omit<Reply, 'answer'>;
  truncated: JsonObject;
  refused: { body: JsonObject; answer: string };
  empty: JsonObject;
  /** How this provider writes an error. */
  error(message: string, status: number): JsonObject;
  searched?: {
    ask?: Partial<Ask>;
    /** For providers whose first response is not all. */
    responses(origin: string): Responder[];
    check(request: ReceivedRequest, all: ReceivedRequest[]): void;
    reply: Reply;
  };
}

/** What holds for every provider that is asked through its SDK. */
export function describeProvider(contract: ProviderContract): void {
  const { kind, key, path, base_path } = contract;
  const provider = PROVIDERS.get(kind)!;
  const outbound = createOutbound({ allow_private: true });
  let server: FakeProvider;

  beforeAll(async () => {
    server = await startFakeProvider();
  });
  afterAll(async () => {
    await server.close();
    await outbound.close();
  });

  const createAsk = (ask: Partial<Ask> = {}): Ask => ({
    kind,
    model: contract.model,
    base_url: `${server.origin}${base_path}`,
    ...contract.ask,
    ...ask,
  });

  const services = (given: Partial<AskServices> = {}): AskServices => ({
    secret: SECRET,
    send: redactResponses(outbound.send, createRedactor(SECRET)),
    signal: new AbortController().signal,
    now: () => NOW,
    ...given,
  });

  const askWith = (ask: Partial<Ask> = {}, given: Partial<AskServices> = {}): Promise<Reply> =>
    provider.ask(
      { ask: createAsk(ask), prompt: PROMPT, country_code: 'DE', date: '2026-11-15', id: 'ta_1' },
      services(given),
    );

  async function failWith(responder: Responder, given: Partial<AskServices> = {}): Promise<AskError> {
    server.respondWith(responder);
    const error = await askWith({}, given).then(
      () => new Error('It was answered.'),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(AskError);
    return error as AskError;
  }

  /** Lets the time be over a moment after the request has arrived: on a busy machine it may take long to be sent. */
  function failInTime(responder: Responder): Promise<AskError> {
    const controller = new AbortController();
    const giveUp = () => controller.abort(new DOMException('The time is over.', 'TimeoutError'));
    const respond: Responder = (response, request) => {
      responder(response, request);
      setTimeout(giveUp, TIMEOUT_MS);
    };
    return failWith(respond, { signal: controller.signal });
  }

  describe(`the request of ${kind}`, () => {
    it('carries model, prompt and key, each in its place, and nothing that was not asked for', async () => {
      server.respondWith(json(contract.answer('Fine.')));
      await askWith();
      expect(server.requests).toHaveLength(1);
      const [{ method, path: asked, headers, body }] = server.requests as [ReceivedRequest];
      expect(method).toBe('POST');
      expect(asked).toBe(`${base_path}${path}`);
      expect(`${asked} ${JSON.stringify(body)}`).toContain(contract.model);
      expect(contract.readPrompt(body)).toEqual(PROMPT);
      expect(headers[key.header]).toBe(`${key.prefix ?? ''}${SECRET}`);
      const elsewhere = { ...headers, [key.header]: '' };
      expect(JSON.stringify([asked, elsewhere, body])).not.toContain(SECRET);
      expect(body).not.toHaveProperty('tools');
      expect(contract.readSettings(body)).toMatchObject({ system: undefined, temperature: undefined });
    });

    it('carries the settings of the description', async () => {
      server.respondWith(json(contract.answer('Fine.')));
      await askWith({ system: 'Be brief.', temperature: 0.5, max_output_tokens: 321 });
      const settings = contract.readSettings(server.requests[0]!.body);
      expect(settings).toEqual({ system: 'Be brief.', temperature: 0.5, max_output_tokens: 321 });
      expect(contract.readPrompt(server.requests[0]!.body)).toEqual(PROMPT);
    });

    it('carries no key if there is none, whatever the environment has', async () => {
      for (const name of KEYS_OF_SDKS) vi.stubEnv(name, 'sk-from-the-environment');
      server.respondWith(json(contract.answer('Fine.')));
      await askWith({}, { secret: null }).finally(() => vi.unstubAllEnvs());
      expect(server.requests[0]!.headers).not.toHaveProperty(key.header);
      expect(JSON.stringify(server.requests)).not.toContain('sk-from-the-environment');
    });
  });

  describe(`an answer of ${kind}`, () => {
    it('is taken over with its usage', async () => {
      server.respondWith(json(contract.answer('Try **Brooks** or Altra.')));
      expect(await askWith()).toEqual({ answer: 'Try **Brooks** or Altra.', ...contract.answered });
    });

    it.each([1e300, 9e15, 2 ** 53, 1.5, -1])('that counts %d tokens has unknown counts', async (odd) => {
      const body = JSON.stringify(contract.answer('Fine.'), (_, value) => (typeof value === 'number' ? odd : value));
      server.respondWith(json(JSON.parse(body)));
      const { usage } = await askWith();
      expect(usage).toMatchObject({ input_tokens: null, cached_input_tokens: null, output_tokens: null });
      expect([0, 1]).toContain(usage.searches);
    });

    it('that is cut by its length says so', async () => {
      server.respondWith(json(contract.truncated));
      expect((await askWith()).finish).toBe('length');
    });

    it('that is refused is filtered', async () => {
      server.respondWith(json(contract.refused.body));
      expect(await askWith()).toMatchObject({ answer: contract.refused.answer, finish: 'filtered' });
    });

    it('may be empty', async () => {
      server.respondWith(json(contract.empty));
      expect(await askWith()).toMatchObject({ answer: '', finish: 'stop', sources: [] });
    });

    it('does not repeat the key', async () => {
      server.respondWith(json(contract.answer(`Your key is ${SECRET}.`)));
      expect((await askWith()).answer).toBe('Your key is [secret].');
    });

    it('is the same when it is replayed', async () => {
      server.respondWith(json(contract.answer('Try **Brooks**.')));
      await expectSameReplay();
    });

    const { searched } = contract;
    if (searched === undefined) return;

    it('after a search has its sources', async () => {
      server.respondWith(...searched.responses(server.origin));
      const reply = await askWith({ web_search: undefined, ...searched.ask } as Partial<Ask>);
      expect(JSON.parse(JSON.stringify(reply).replaceAll(server.origin, 'http://origin'))).toEqual(searched.reply);
      searched.check(server.requests[0]!, server.requests);
    });

    it('after a search is the same when it is replayed', async () => {
      server.respondWith(...searched.responses(server.origin));
      await expectSameReplay({ web_search: undefined, ...searched.ask } as Partial<Ask>);
    });
  });

  async function expectSameReplay(ask: Partial<Ask> = {}): Promise<void> {
    const recording = record(outbound.send);
    const reply = await askWith(ask, { send: recording.send });
    const asked = server.requests.length;
    expect(recording.exchanges).toHaveLength(asked);
    const kept = JSON.parse(JSON.stringify(recording.exchanges)) as Exchange[];
    expect(await askWith(ask, { send: replay(kept) })).toEqual(reply);
    expect(server.requests).toHaveLength(asked);
  }

  describe(`a failure of ${kind}`, () => {
    it.each([
      [400, 'refused_by_provider'],
      [401, 'unauthorized'],
      [402, 'no_credit'],
      [403, 'unauthorized'],
      [404, 'refused_by_provider'],
      [422, 'refused_by_provider'],
      [429, 'rate_limited'],
      [500, 'overloaded'],
      [503, 'overloaded'],
      [529, 'overloaded'],
    ] as const)('with status %i is %s, is asked once, and costs nothing', async (status, reason) => {
      const error = await failWith(json(contract.error(`Something about ${status}.`, status), { status }));
      expect(error).toMatchObject({ reason, is_end_unknown: false, retry_after_ms: null });
      expect(error.message).toBe(`${expectedName()} answered with status ${status}: Something about ${status}.`);
      expect(server.requests).toHaveLength(1);
    });

    it.each([
      ['seconds', { 'retry-after': '7' }, 7000],
      ['a date', { 'retry-after': 'Sun, 15 Nov 2026 12:01:30 GMT' }, 90_000],
      ['milliseconds', { 'retry-after-ms': '1250', 'retry-after': '2' }, 1250],
    ] as const)('says how long to wait, in %s', async (_, headers, wait) => {
      const error = await failWith(json(contract.error('Slow down.', 429), { status: 429, headers }));
      expect(error).toMatchObject({ reason: 'rate_limited', retry_after_ms: wait });
    });

    it('does not repeat the key', async () => {
      const error = await failWith(json(contract.error(`Wrong key ${SECRET}.`, 401), { status: 401 }));
      expect(error.message).toContain('Wrong key [secret].');
      expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(SECRET);
    });

    it('with status 200 is overloaded', async () => {
      const error = await failWith(json(contract.error('Upstream failed.', 502)));
      expect(error).toMatchObject({ reason: 'overloaded' });
      expect(error.message).toContain('Upstream failed.');
    });

    it.each([
      ['broken JSON', text('{"id": "resp_1", ')],
      ['HTML', text('<!doctype html><p>Welcome</p>', { type: 'text/html' })],
      ['nothing', text('')],
      ['another protocol', json({ hello: 'world' })],
    ])('to speak the protocol, but %s, is a bad response', async (_, responder) => {
      expect(await failWith(responder)).toMatchObject({ reason: 'bad_response', is_end_unknown: true });
    });

    it('never leads to another host', async () => {
      const headers = { location: `${server.origin}/elsewhere` };
      const error = await failWith(json({}, { status: 307, headers }));
      expect(error.reason).toBe('bad_response');
      expect(server.requests).toHaveLength(1);
    });

    it.each([
      ['no response', silence],
      ['half a response', stall],
    ])('to answer in time, with %s, is a timeout', async (_, responder) => {
      expect(await failInTime(responder)).toMatchObject({ reason: 'timeout', is_end_unknown: true });
    });

    it.each([
      ['cut', cut],
      ['reset', reset],
    ])('of the connection, which is %s, leaves the end unknown', async (_, responder) => {
      expect(await failWith(responder)).toMatchObject({ reason: 'connection', is_end_unknown: true });
    });

    it('to connect leaves nothing unknown', async () => {
      const error = await askWith({ base_url: `${NOBODY}${base_path}` }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ reason: 'connection', is_end_unknown: false });
    });
  });

  const expectedName = () => (kind === 'openai-compatible' ? new URL(server.origin).host : ASK_KINDS[kind].name);
}
