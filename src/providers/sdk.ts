import { AsyncLocalStorage } from 'node:async_hooks';
import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3ProviderTool } from '@ai-sdk/provider';
import { createBadResponse, toAbortError, toConnectionError, toReportedError, toStatusError } from './failures.ts';
import { isObject, type JsonObject, toJson, toObject } from './json-values.ts';
import { AskError, type AskServices, type Question } from './provider.ts';
import type { Sending } from './transport.ts';

const MAX_CONTINUATIONS = 10;
const MAX_MODELS = 200;
/** Stands for the key in the requests that the SDKs write, so that they neither see it nor look for one elsewhere. */
const KEY_PLACE = 'overheard-puts-the-key-here';

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
  createModel(settings: ModelSettings, model: string): LanguageModelV3;
  /** Tells models apart that are created differently. */
  variant?: string;
  /** Tools that the provider runs itself, by name. */
  tools?: Record<string, object>;
  /** Options of our own; those of the description win. */
  options?: JsonObject;
  /** The request that continues a turn which the provider paused; null if it did not. */
  continueTurn?(request: JsonObject, response: JsonObject): JsonObject | null;
}

/**
 * Asks once, and returns the bodies of the responses.
 *
 * The SDK writes the requests. The responses are read from their JSON, because the SDKs drop parts of it that matter here
 * (titles, retrieved pages, the model that answered), and reject all of it for one item that they do not know.
 */
export async function callModel(question: Question, services: AskServices, call: SdkCall): Promise<JsonObject[]> {
  const { secret, signal } = services;
  const { continueTurn } = call;
  const base_url = call.base_url.replace(/\/+$/, '');
  const context = { host: new URL(base_url).host, signal };
  if (signal.aborted) throw toUnsentError(signal.reason, context);
  // The errors of `Headers` quote the value that they refuse.
  if (secret !== null && !/^[\x20-\x7e]+$/.test(secret)) {
    throw new AskError(
      'unauthorized',
      'The secret has characters that no key has, such as a line break. Store it again.',
    );
  }
  const { url, headers, body } = await writeRequest(question, { ...call, base_url }).catch((error) => {
    throw toUnsentError(error, context);
  });
  const bodies: JsonObject[] = [];
  let request = body;
  for (let count = 0; count <= MAX_CONTINUATIONS; count++) {
    const sending = { method: 'POST', headers: insertKey(headers, secret), body: request, signal };
    const json = await receive(url, { call, services, sending }).catch((error) => {
      const failure = toConnectionError(error, context);
      throw bodies.length > 0 ? withUnknownEnd(failure) : failure;
    });
    bodies.push(json);
    const next = continueTurn?.(toObject(toJson(request)), json) ?? null;
    if (next === null) break;
    request = JSON.stringify(next);
  }
  return bodies;
}

interface WrittenRequest {
  url: string;
  headers: Headers;
  body: string;
}

/** Where the SDK that is running puts its request. */
const writing = new AsyncLocalStorage<{ request?: WrittenRequest }>();

/** Thrown into an SDK that has written its request: the rest is not its business. */
const WRITTEN = new Error('The request is written.');

async function writeRequest({ ask, prompt }: Question, call: SdkCall): Promise<WrittenRequest> {
  const { tools, namespace } = call;
  const model = findModel(ask.model!, call);
  const options = mergeOptions(call.options ?? {}, getOwnOptions(ask.provider_options, namespace));
  const written: { request?: WrittenRequest } = {};
  try {
    await writing.run(written, () =>
      model.doGenerate({
        prompt: toMessages(prompt, ask.system),
        ...(ask.temperature === undefined ? {} : { temperature: ask.temperature }),
        ...(ask.max_output_tokens === undefined ? {} : { maxOutputTokens: ask.max_output_tokens }),
        ...(tools === undefined ? {} : { tools: toToolList(tools) }),
        ...(Object.keys(options).length === 0 ? {} : { providerOptions: { [namespace]: options as never } }),
      }),
    );
  } catch (error) {
    if (written.request === undefined) throw error;
  }
  return written.request!;
}

const models = new Map<string, LanguageModelV3>();

/** Creating a model takes longer than asking it, so the latest ones are kept. They never see a key. */
function findModel(name: string, { namespace, base_url, variant = '', createModel }: SdkCall): LanguageModelV3 {
  const key = JSON.stringify([namespace, base_url, name, variant]);
  const known = models.get(key);
  if (known !== undefined) return known;
  const model = createModel(
    {
      apiKey: KEY_PLACE,
      baseURL: base_url,
      fetch: async (url, { headers, body } = {}) => {
        writing.getStore()!.request = { url: String(url), headers: new Headers(headers), body: String(body) };
        throw WRITTEN;
      },
    },
    name,
  );
  models.set(key, model);
  if (models.size > MAX_MODELS) models.delete(models.keys().next().value!);
  return model;
}

function insertKey(headers: Headers, secret: string | null): Record<string, string> {
  const keyed: Record<string, string> = {};
  for (const [name, value] of headers) {
    if (!value.includes(KEY_PLACE)) keyed[name] = value;
    else if (secret !== null) keyed[name] = value.replace(KEY_PLACE, () => secret);
  }
  return keyed;
}

/** Sends a request, and reads the JSON of its response. */
async function receive(
  url: string,
  { call: { name }, services, sending }: { call: SdkCall; services: AskServices; sending: Sending },
): Promise<JsonObject> {
  const { status, headers, body } = await services.send(url, sending);
  if (status < 200 || status > 299) {
    throw toStatusError({ status, headers, body }, { name, now: services.now() });
  }
  const json = toJson(body);
  if (!isObject(json)) throw createBadResponse(`${name} answered with something other than a JSON object.`);
  if (isObject(json.error) || typeof json.error === 'string') throw toReportedError(json.error, { name });
  return json;
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
