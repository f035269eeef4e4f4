import type { ErrorDetail } from '../../../src/client/api-error.ts';
import type { Ask, Price } from '../../../src/domain/ask.ts';
import { ASK_KINDS, type AskKind } from '../../../src/domain/ask-kinds.ts';
import { toHost } from './describe-ask.ts';

const NUMBERS = [
  'temperature',
  'max_output_tokens',
  'timeout_seconds',
  'concurrency',
  'requests_per_minute',
] as const satisfies readonly (keyof Ask)[];
type NumberField = (typeof NUMBERS)[number];

const PRICES = ['input', 'cached_input', 'output', 'request', 'search'] as const satisfies readonly (keyof Price)[];
type PriceField = (typeof PRICES)[number];

/** How a model is asked, as the form holds it: every field is a text, even while it is no number yet. */
export interface AskDraft {
  kind: AskKind;
  model: string;
  base_url: string;
  /** The name of a stored key; empty for none. */
  secret: string;
  /** Empty for the default. */
  web_search: '' | 'true' | 'false';
  system: string;
  numbers: Partial<Record<NumberField, string>>;
  price: Partial<Record<PriceField, string>>;
  /** `request`, `poll`, `then` and `response` of an HTTP service, as JSON. */
  http: string;
  /** The preset that `http` comes from; `OWN_SERVICE` if people write it themselves, empty until they choose. */
  preset: string;
  /** What the form does not show but keeps. */
  kept: Pick<Ask, 'provider_options'>;
}

/** Stands for a service that no preset describes. */
export const OWN_SERVICE = 'own';

/** The parts of an HTTP service that are written as JSON. */
export const HTTP_FIELDS = ['request', 'poll', 'then', 'response'] as const;

const HTTP_EXAMPLE = {
  request: {
    method: 'POST',
    url: 'https://api.example.com/ask',
    headers: { Authorization: 'Bearer {{secret}}' },
    body: { prompt: '{{prompt}}', country: '{{country_code}}' },
  },
  response: { answer: '$.answer', sources: '$.sources[*]', source_url: '$.url', source_title: '$.title' },
};

export function createDraft({ kind, model }: { kind: AskKind; model: string }): AskDraft {
  return {
    kind,
    model,
    base_url: '',
    secret: '',
    web_search: '',
    system: '',
    numbers: {},
    price: {},
    http: JSON.stringify(HTTP_EXAMPLE, null, 2),
    preset: '',
    kept: {},
  };
}

export function toDraft(ask: Ask): AskDraft {
  const { search } = ASK_KINDS[ask.kind];
  const draft = createDraft({ kind: ask.kind, model: ask.model ?? '' });
  const isDefault = ask.web_search === undefined || (ask.web_search && search !== 'by model');
  return {
    ...draft,
    base_url: ask.base_url ?? '',
    secret: ask.secret ?? '',
    web_search: isDefault ? '' : ask.web_search ? 'true' : 'false',
    system: ask.system ?? '',
    numbers: toTexts(ask, NUMBERS),
    price: toTexts(ask.price ?? {}, PRICES),
    http: ask.kind === 'http' ? JSON.stringify(pick(ask, HTTP_FIELDS), null, 2) : draft.http,
    preset: ask.kind === 'http' ? OWN_SERVICE : '',
    kept: pick(ask, ['provider_options']),
  };
}

/** The draft as the API takes it, and what is wrong with it by field. */
export function fromDraft(draft: AskDraft): { ask: Ask; problems: ErrorDetail[] } {
  const { needs, search } = ASK_KINDS[draft.kind];
  const problems: ErrorDetail[] = [];
  const numbers = fromTexts(draft.numbers, NUMBERS, (field) => problems.push(notNumber(field)));
  const price = fromTexts(draft.price, PRICES, (field) => problems.push(notNumber(`price.${field}`)));
  const model = draft.model.trim();
  const address = draft.base_url.trim();
  if (needs.model && model === '') problems.push({ path: 'ask.model', message: 'Enter the name of the model.' });
  if (needs.address === 'yes' && address === '') {
    problems.push({ path: 'ask.base_url', message: 'Enter the address of the server.' });
  }
  const isHttp = draft.kind === 'http';
  if (isHttp && draft.preset === '') problems.push({ path: 'preset', message: 'Choose a service.' });
  const http = isHttp ? parseHttp(draft.http) : {};
  if (http === null) problems.push({ path: 'ask.request', message: 'This is not a JSON object.' });
  const ask: Ask = {
    kind: draft.kind,
    ...(model === '' ? {} : { model }),
    ...(needs.address === 'no' || address === '' ? {} : { base_url: address }),
    ...(needs.key === 'no' || draft.secret === '' ? {} : { secret: draft.secret }),
    ...(draft.web_search === '' || search === 'never' || search === 'always'
      ? {}
      : { web_search: draft.web_search === 'true' }),
    ...(draft.system.trim() === '' ? {} : { system: draft.system }),
    ...numbers,
    ...(Object.keys(price).length === 0 ? {} : { price }),
    ...draft.kept,
    ...http,
  };
  return { ask, problems };
}

/** Another way to ask. What belongs to the provider is left behind. */
export function changeKind(draft: AskDraft, kind: AskKind, model: string): AskDraft {
  return { ...draft, kind, model, base_url: '', secret: '', web_search: '', kept: {} };
}

/** A service that is described already; its key is chosen separately. */
export function fromPreset(preset: { id: string; ask: Ask }): AskDraft {
  return { ...toDraft(preset.ask), secret: '', preset: preset.id };
}

/** The hosts that a key has to be allowed for, beside the official ones of the provider. */
export function listForeignHosts({ kind, base_url, http }: AskDraft): string[] {
  const addresses =
    kind === 'http'
      ? Object.values(parseHttp(http) ?? {}).map((part) => (part as { url?: unknown } | undefined)?.url)
      : [base_url.trim()];
  const hosts = addresses.filter((address) => typeof address === 'string').map(toHost);
  return [...new Set(hosts)].filter((host) => host !== '');
}

/** Whether a key may be sent to a host. An entry without a port stands for every port. */
export function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  return allowed.includes(host) || allowed.includes(host.replace(/:\d+$/, ''));
}

/** A name for a new key that is not taken yet. */
export function suggestSecretName(draft: AskDraft, taken: readonly string[]): string {
  const host = listForeignHosts(draft)[0];
  const isLocal = host !== undefined && /^(localhost|[\d.]+|\[.*\])(:\d+)?$/.test(host);
  const base = (isLocal ? 'local-server' : (host ?? draft.kind))
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .slice(0, 60);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(name)) return name;
  }
}

function parseHttp(text: string): Partial<Ask> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function notNumber(field: string): ErrorDetail {
  return { path: `ask.${field}`, message: 'Enter a number.' };
}

function toTexts<Field extends string>(values: Partial<Record<Field, unknown>>, fields: readonly Field[]) {
  const entries = fields.flatMap((field) => (values[field] === undefined ? [] : [[field, String(values[field])]]));
  return Object.fromEntries(entries) as Partial<Record<Field, string>>;
}

function fromTexts<Field extends string>(
  texts: Partial<Record<Field, string>>,
  fields: readonly Field[],
  onWrong: (field: Field) => void,
): Partial<Record<Field, number>> {
  const numbers: Partial<Record<Field, number>> = {};
  for (const field of fields) {
    // Some people write a comma before decimals.
    const text = texts[field]?.trim().replace(',', '.') ?? '';
    if (text === '') continue;
    if (Number.isFinite(Number(text))) numbers[field] = Number(text);
    else onWrong(field);
  }
  return numbers;
}

function pick<Value extends object, Field extends keyof Value>(value: Value, fields: readonly Field[]) {
  const entries = fields.flatMap((field) => (value[field] === undefined ? [] : [[field, value[field]]]));
  return Object.fromEntries(entries) as Pick<Value, Field>;
}
