import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3ProviderTool } from '@ai-sdk/provider';
import { createBadResponse, toAbortError, toConnectionError, toReportedError, toStatusError } from './failures.ts';
import { isObject, type JsonObject, toJson, toObject } from './json-values.ts';
import { AskError, type AskServices, type Question } from './provider.ts';
import { createRedactor } from './redact.ts';
import type { Sending } from './transport.ts';

const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'];
const MAX_CONTINUATIONS = 10;

/** What every SDK takes to create a model. */
export interface ModelSettings {
  apiKey: string;
  baseURL: string;
  fetch: typeof globalThis.fetch;
}

export interface SdkCall {
  /** The provider's name, for messages. */
  name: string;
  /** Always given, because the SDKs would look for one in the environment. */
  base_url: string;
  /** The key of the provider's options in `providerOptions`. */
  namespace: string;
  createModel(settings: ModelSettings): LanguageModelV3;
  /** Tools that the provider runs itself, by name. */
  tools?: Record<string, object>;
  /** Options of our own; those of the description win. */
  options?: JsonObject;
  /** The request that continues a turn which the provider paused; null if it did not. */
  continueTurn?(request: JsonObject, response: JsonObject): JsonObject | null;
}

/** Thrown into an SDK that has written its request: it is not to read the response. */
const SENT = new Error('The request is written.');

/**
 * Asks once, and returns the bodies of the responses.
 *
 * The SDK writes the requests. The responses are read from their JSON, because the SDKs drop parts of it that matter here
 * (titles, retrieved pages, the model that answered), and reject all of it for one item that they do not know.
 */
export async function callModel(
  { ask, prompt }: Question,
  services: AskServices,
  call: SdkCall,
): Promise<JsonObject[]> {
  const { name, tools, continueTurn } = call;
  const redact = createRedactor(services.secret);
  const baseURL = call.base_url.replace(/\/+$/, '');
  const context = { host: new URL(baseURL).host, signal: services.signal };
  if (services.signal.aborted) throw toUnsentError(services.signal.reason, context);
  // The errors of `Headers` quote the value that they refuse.
  if (services.secret !== null && !/^[\x20-\x7e]+$/.test(services.secret)) {
    throw new AskError(
      'unauthorized',
      'The secret has characters that no key has, such as a line break. Store it again.',
    );
  }
  const bodies: JsonObject[] = [];
  let failure: AskError | null = null;

  async function send(url: string, sending: Sending): Promise<JsonObject> {
    const { status, headers, body } = await services.send(url, sending);
    if (status < 200 || status > 299) {
      throw toStatusError({ status, headers, body: redact(body) }, { name, now: services.now() });
    }
    const parsed = toJson(body);
    if (!isObject(parsed)) throw createBadResponse(`${name} answered with something other than a JSON object.`);
    const json = redact(body) === body ? parsed : toObject(redactTexts(parsed, redact));
    if (isObject(json.error) || typeof json.error === 'string') throw toReportedError(json.error, { name });
    bodies.push(json);
    return json;
  }

  async function sendTurn(url: string, { method = 'POST', headers, body }: RequestInit): Promise<void> {
    const given = new Headers(headers);
    if (services.secret === null) for (const header of KEY_HEADERS) given.delete(header);
    const sending = { method, headers: Object.fromEntries(given), signal: services.signal };
    let request = String(body);
    for (let count = 0; count <= MAX_CONTINUATIONS; count++) {
      const json = await send(url, { ...sending, body: request });
      const next = continueTurn?.(toObject(toJson(request)), json) ?? null;
      if (next === null) return;
      request = JSON.stringify(next);
    }
  }

  const model = call.createModel({
    // An empty key keeps the SDK from looking for one in the environment.
    apiKey: services.secret ?? '',
    baseURL,
    fetch: async (url, init = {}) => {
      try {
        await sendTurn(String(url), init);
      } catch (error) {
        failure = toConnectionError(error, context);
        if (bodies.length > 0) failure = withUnknownEnd(failure);
      }
      throw SENT;
    },
  });
  const options = mergeOptions(call.options ?? {}, getOwnOptions(ask.provider_options, call.namespace));
  try {
    await model.doGenerate({
      prompt: toMessages(prompt, ask.system),
      ...(ask.temperature === undefined ? {} : { temperature: ask.temperature }),
      ...(ask.max_output_tokens === undefined ? {} : { maxOutputTokens: ask.max_output_tokens }),
      ...(tools === undefined ? {} : { tools: toToolList(tools) }),
      ...(Object.keys(options).length === 0 ? {} : { providerOptions: { [call.namespace]: options as never } }),
      abortSignal: services.signal,
    });
  } catch (error) {
    if (failure === null && bodies.length === 0) throw toUnsentError(error, context);
  }
  if (failure !== null) throw failure;
  return bodies;
}

function toMessages(prompt: string, system: string | undefined): LanguageModelV3CallOptions['prompt'] {
  return [
    ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
    { role: 'user', content: [{ type: 'text', text: prompt }] },
  ];
}

/** Each tool of an SDK carries its id and arguments, which its type hides. */
function toToolList(tools: Record<string, object>): LanguageModelV3ProviderTool[] {
  return Object.entries(tools).map(([name, tool]) => {
    const { id, args } = tool as Pick<LanguageModelV3ProviderTool, 'id' | 'args'>;
    return { type: 'provider', id, name, args };
  });
}

/** The turns before the one that failed are billed. */
function withUnknownEnd({ reason, message, retry_after_ms, cause }: AskError): AskError {
  return new AskError(reason, message, {
    is_end_unknown: true,
    cause,
    ...(retry_after_ms === null ? {} : { retry_after_ms }),
  });
}

function toUnsentError(error: unknown, context: { host: string; signal: AbortSignal }): AskError {
  if (context.signal.aborted) return toAbortError(context.signal, { host: context.host, is_end_unknown: false });
  const detail = error instanceof Error ? error.message : String(error);
  return new AskError('refused_by_provider', `The request could not be written: ${detail.slice(0, 300)}`);
}

/** Options may be given with or without the provider's key around them, as in the SDK's documentation. */
function getOwnOptions(given: JsonObject | undefined, namespace: string): JsonObject {
  const own = given?.[namespace];
  return isObject(own) ? own : (given ?? {});
}

function mergeOptions(ours: JsonObject, theirs: JsonObject): JsonObject {
  const merged = { ...ours };
  for (const [key, value] of Object.entries(theirs)) {
    merged[key] = isObject(value) && isObject(ours[key]) ? mergeOptions(ours[key], value) : value;
  }
  return merged;
}

function redactTexts(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactTexts(item, redact)]));
}
