import type { Ask } from '../../domain/ask.ts';
import { JsonPathError, parseJsonPath } from './json-path.ts';
import { isPlaceholder, listPlaceholders, PLACEHOLDERS } from './templates.ts';

export interface Fault {
  path: string;
  message: string;
}

/** Fields of other kinds that nothing here would pay attention to. */
const OTHER_KINDS = ['base_url', 'system', 'temperature', 'max_output_tokens', 'provider_options'] as const;
/** A `Host` header would lead a secret past the check of hosts; the others belong to the connection. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|keep-alive|upgrade|expect|te|trailer|proxy-.*)$/i;
const CONTROL_CHARACTER = /\p{Cc}/u;
const DEEPEST_BODY = 50;
const BRACES = /\{\{|\}\}/;

/** What is wrong with the description of an HTTP service beyond its schema. */
export function checkHttpAsk(ask: Ask): Fault[] {
  const faults: Fault[] = OTHER_KINDS.filter((field) => ask[field] !== undefined).map((field) => ({
    path: field,
    message: `Kind \`http\` has no \`${field}\`. Write what the service needs into \`request\`.`,
  }));
  if (ask.request === undefined) faults.push({ path: 'request', message: 'Kind `http` needs a `request`.' });
  if (ask.response === undefined) faults.push({ path: 'response', message: 'Kind `http` needs a `response`.' });
  faults.push(...checkRequest(ask), ...checkFollowing(ask), ...checkPaths(ask));
  if (ask.secret !== undefined && !usesSecret(ask)) {
    faults.push({ path: 'secret', message: 'Nothing sends the secret. Put `{{secret}}` into a header or the query.' });
  }
  return faults;
}

/** The hosts, with ports other than the usual, that requests go to. */
export function listHttpHosts({ request, poll, then }: Ask): string[] {
  const urls = [request?.url, poll?.url, then?.url].flatMap((url) => (url === undefined ? [] : [toUrl(url, 'x')]));
  return [...new Set(urls.flatMap((url) => (url === null ? [] : [url.host])))];
}

function checkRequest(ask: Ask): Fault[] {
  const { request } = ask;
  if (request === undefined) return [];
  const faults = checkUrl(request.url, { path: 'request.url', ask });
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    const path = `request.headers.${name}`;
    const add = (message: string) => faults.push({ path, message });
    if (OWN_HEADERS.test(name)) add(`The header \`${name}\` is set by the connection itself.`);
    if (CONTROL_CHARACTER.test(value)) add('A header has no line breaks or other control characters.');
    if (/[^\0-\xff]/.test(value)) add('A header has no characters outside of Latin-1.');
    const names = listPlaceholders(value);
    if (names.includes('prompt')) add('`{{prompt}}` is not replaced in headers. Put it into the URL or the body.');
    faults.push(...checkPlaceholders(value, { path, ask }));
  }
  if (request.body !== undefined && request.method === 'GET') {
    faults.push({ path: 'request.body', message: 'A GET request has no body. Use POST or PUT.' });
  }
  faults.push(...checkBody(request.body, { path: 'request.body', ask }));
  return faults;
}

interface Place {
  path: string;
  ask: Ask;
}

function checkBody(body: unknown, { path, ask, depth = 0 }: Place & { depth?: number }): Fault[] {
  if (depth > DEEPEST_BODY) return [{ path, message: 'The body is nested too deeply.' }];
  if (typeof body === 'string') {
    const faults = checkPlaceholders(body, { path, ask });
    if (listPlaceholders(body).some(isSecret)) {
      faults.push({ path, message: 'A secret is sent in headers and in the query of a URL only, not in the body.' });
    }
    return faults;
  }
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const inner = { path: `${path}.${name}`, ask, depth: depth + 1 };
    const faults = checkBody(value, inner);
    if (!BRACES.test(name)) return faults;
    return [...faults, { path: inner.path, message: 'Placeholders are not replaced in the names of fields.' }];
  });
}

function checkPlaceholders(template: string, { path, ask }: Place): Fault[] {
  const names = listPlaceholders(template);
  const faults = names
    .filter((name) => !isPlaceholder(name))
    .map((name) => ({
      path,
      message: `There is no placeholder \`{{${name}}}\`. There are: ${PLACEHOLDERS.join(', ')}.`,
    }));
  if (names.some(isSecret) && ask.secret === undefined) {
    faults.push({ path, message: '`{{secret}}` needs the name of a secret in `secret`.' });
  }
  if (names.includes('model') && ask.model === undefined) {
    faults.push({ path, message: '`{{model}}` needs the name of a model in `model`.' });
  }
  return faults;
}

function isSecret(name: string): boolean {
  return name === 'secret' || name === 'secret_base64';
}

function checkUrl(template: string, { path, ask }: Place): Fault[] {
  const faults = checkPlaceholders(template, { path, ask });
  const add = (message: string) => faults.push({ path, message });
  // Two replacements that show where a placeholder ends up, whatever tricks the address uses.
  const [url, other] = [toUrl(template, 'x'), toUrl(template, 'y')];
  if (url === null || other === null) {
    add(
      BRACES.test(template.split('/', 3).join('/'))
        ? 'A URL has no placeholder in its scheme or host.'
        : `\`${template}\` is not a URL. Write it in full, as in https://api.example.com/ask.`,
    );
    return faults;
  }
  if (url.origin !== other.origin || url.protocol !== other.protocol) {
    add('A URL has no placeholder in its scheme or host.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') add('The URL must begin with https:// or http://.');
  if (url.username !== '' || url.password !== '') add('The URL must not contain a user name or password.');
  if (listPlaceholders(template).some(isSecret)) {
    const [first, second] = [toUrl(template, 'x', isSecret), toUrl(template, 'y', isSecret)];
    if (first === null || second === null || first.pathname !== second.pathname || first.hash !== second.hash) {
      add('A secret is sent in headers and in the query of a URL only, not in its path.');
    }
  }
  return faults;
}

/** The address with `text` for the chosen placeholders and `z` for all others. */
function toUrl(template: string, text: string, isChosen: (name: string) => boolean = () => true): URL | null {
  try {
    return new URL(template.replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => (isChosen(name.trim()) ? text : 'z')));
  } catch {
    return null;
  }
}

function checkFollowing(ask: Ask): Fault[] {
  const { request, poll, then } = ask;
  const faults: Fault[] = [];
  const origin = request === undefined ? undefined : toUrl(request.url, 'x')?.origin;
  for (const [field, following] of Object.entries({ poll, then })) {
    if (following === undefined) continue;
    const path = `${field}.url`;
    faults.push(...checkUrl(following.url, { path, ask }));
    const url = toUrl(following.url, 'x');
    if (origin !== undefined && url !== null && url.origin !== origin) {
      faults.push({ path, message: `\`${path}\` must stay on the host of the request, ${origin}.` });
    }
    if (following.id !== undefined && !listPlaceholders(following.url).includes('id')) {
      faults.push({ path, message: `\`${path}\` must say with \`{{id}}\` where the id belongs.` });
    }
  }
  return faults;
}

function checkPaths({ poll, then, response }: Ask): Fault[] {
  const { answer, ok, ...others } = response ?? {};
  const expressions: [path: string, expression: string | undefined][] = [
    ['poll.id', poll?.id],
    ['poll.done.path', poll?.done?.path],
    ['poll.failed.path', poll?.failed?.path],
    ['then.id', then?.id],
    ['response.ok.path', ok?.path],
    ...Object.entries(others).map(([name, value]): [string, string] => [`response.${name}`, value]),
    ...(Array.isArray(answer)
      ? answer.map((value, index): [string, string] => [`response.answer.${index}`, value])
      : [['response.answer', answer] satisfies [string, string | undefined]]),
  ];
  const faults = expressions.flatMap(([path, expression]) => {
    if (expression === undefined) return [];
    try {
      parseJsonPath(expression);
      return [];
    } catch (error) {
      if (!(error instanceof JsonPathError)) throw error;
      return [{ path, message: error.message }];
    }
  });
  const ofElements = (['source_url', 'source_title', 'source_cited'] as const).filter(
    (field) => response?.[field] !== undefined,
  );
  if (response?.sources === undefined && response?.cited === undefined) {
    for (const field of ofElements) {
      faults.push({
        path: `response.${field}`,
        message: `\`${field}\` reads the elements of \`sources\` or \`cited\`, and neither is given.`,
      });
    }
  }
  return faults;
}

function usesSecret({ request, poll, then }: Ask): boolean {
  const templates = [request?.url, poll?.url, then?.url, ...Object.values(request?.headers ?? {})];
  return templates.some((template) => template !== undefined && listPlaceholders(template).some(isSecret));
}
