// Requests that no OpenAPI document describes: sign-ins, messages of assistants, odd paths and headers.
import { Agent, request as openRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { KEY } from './program.mjs';

/** A stream of events may stay open for as long as the client likes. */
const LISTEN_MS = 2000;
const agent = new Agent({ keepAlive: true });

/** What a client of Node.js can send as a header. */
const isHeaderText = (text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

const HOSTS = [
  '[::1',
  'x:99999999',
  'evil.example',
  'a b',
  'user@localhost',
  '',
  'localhost',
  '127.0.0.1:1',
  '[::1]',
  '💥',
];
const ORIGINS = [
  'null',
  'https://evil.example',
  'http://localhost',
  'http://[',
  'file://',
  'http://evil.example:99999',
];
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-ndjson',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/xml',
  'multipart/form-data; boundary=x',
  'garbage',
  '/',
];
const VERSIONS = ['2025-06-18', '2024-11-05', '2026-07-28', '1', '', 'x'.repeat(300)];
const PATHS = [
  '/',
  '/v1',
  '/v1/',
  '/mcp',
  '/session',
  '/docs/',
  '/assets/',
  '/openapi.json',
  '/readyz',
  '/backup',
  '/v1/tag-groups/',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const MESSAGES = [
  'initialize',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'notifications/initialized',
  'notifications/cancelled',
  'subscriptions/listen',
  'server/discover',
  'constructor',
];

/**
 * `hostile` are texts, `values` values of any kind; `fromSchema` and `spoil` make a value and change it; `readProject` is asked for the
 * project to use. */
export function createHostileRequests({ random, tools, hostile, values, fromSchema, spoil, readProject }) {
  const headerTexts = hostile.filter(isHeaderText);
  const oddText = () => random.pick(headerTexts);
  const maybe = (chance, entries) => (random.chance(chance) ? entries() : {});

  function toBody(value) {
    const text = JSON.stringify(random.chance(0.3) ? spoil(value) : value) ?? '';
    if (random.chance(0.9)) return text;
    return random.pick([text.slice(0, -1), `[${text}]`, '', '[['.repeat(500), `{"a":"\\u0000"}`, `\ufeff${text}`]);
  }

  /** Headers that say where a request comes from. */
  function toSource() {
    return {
      ...maybe(0.1, () => ({ host: random.pick(HOSTS.filter(isHeaderText)) })),
      ...maybe(0.1, () => ({ origin: random.pick([...ORIGINS, oddText()]) })),
      ...maybe(0.05, () => ({ referer: random.pick([...ORIGINS, oddText()]) })),
      ...maybe(0.05, () => ({ 'sec-fetch-site': random.pick(['same-origin', 'cross-site', 'none', oddText()]) })),
      ...maybe(0.1, () => ({ 'x-forwarded-proto': random.pick(['https', oddText()]) })),
    };
  }

  function toSession() {
    const secret = () => random.pick([KEY, `${KEY}x`, ...values]);
    const session = random.pick(['x'.repeat(43), '', '%00', oddText().replaceAll(';', '')]);
    return {
      method: random.chance(0.7) ? 'POST' : 'DELETE',
      path: '/session',
      headers: {
        'content-type': random.chance(0.8) ? 'application/json' : random.pick(TYPES),
        ...toSource(),
        ...maybe(0.4, () => ({ cookie: `overheard_session=${session}; ${oddText()}` })),
        ...maybe(0.3, () => ({ 'x-csrf-token': oddText() })),
      },
      body: toBody(random.chance(0.5) ? { key: secret() } : { key: secret(), token: secret() }),
    };
  }

  function toMessage() {
    const tool = random.pick(tools);
    const isCall = random.chance(0.5);
    const params = isCall
      ? { name: tool.name, arguments: { ...fromSchema(tool.inputSchema), project_id: readProject() } }
      : {
          protocolVersion: random.pick(VERSIONS),
          capabilities: {},
          clientInfo: { name: 'fuzz', version: '1' },
          ...maybe(0.3, () => ({ uri: random.pick(['overheard://overview', ...hostile]) })),
          ...maybe(0.3, () => ({ name: random.pick(['weekly_report', ...hostile]), arguments: random.pick(values) })),
        };
    return { jsonrpc: '2.0', id: random.integer(1000), method: isCall ? 'tools/call' : random.pick(MESSAGES), params };
  }

  function toMcp() {
    const message = toMessage();
    return {
      method: 'POST',
      path: '/mcp',
      headers: {
        ...(random.chance(0.9) ? { 'x-api-key': KEY } : { authorization: `Bearer ${random.pick([KEY, oddText()])}` }),
        'content-type': random.chance(0.9) ? 'application/json' : random.pick(TYPES),
        accept: random.chance(0.9) ? 'application/json, text/event-stream' : oddText(),
        ...maybe(0.4, () => ({ 'mcp-protocol-version': random.pick(VERSIONS) })),
        ...maybe(0.3, () => ({ 'mcp-method': random.pick([message.method, oddText()]) })),
        ...maybe(0.3, () => ({
          'mcp-name': random.pick([String(message.params.name), oddText()].filter(isHeaderText)),
        })),
        ...maybe(0.1, () => ({ 'mcp-session-id': oddText() })),
        ...maybe(0.1, () => ({ connection: 'close' })),
        ...toSource(),
      },
      body: toBody(message),
    };
  }

  function toOddPath() {
    const odd = random.pick(['%00', 'a%00b', '%', '%zz', '%c0%80', '..%2f', '%2500', '__proto__', 'x'.repeat(2000)]);
    const tail = random.pick(['', `?a=${odd}`, `?project_id=${odd}`, `/${odd}`]);
    return {
      method: random.pick(METHODS),
      path: random.pick(PATHS) + odd + tail,
      headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
      body: random.chance(0.5) ? '{}' : undefined,
    };
  }

  function toOddHeaders() {
    const names = [
      'accept',
      'accept-encoding',
      'content-encoding',
      'content-type',
      'idempotency-key',
      'if-none-match',
      'range',
      'traceparent',
      'x-api-key',
      'x-counted',
      'x-csrf-token',
      'x-forwarded-for',
      'x-request-id',
    ];
    return {
      method: random.pick(['GET', 'POST', 'PUT', 'DELETE']),
      path: random.pick([
        '/v1/topics',
        '/v1/key',
        '/v1/reports/brands',
        '/v1/chats',
        '/metrics',
        '/mcp',
        '/docs/reference',
      ]),
      headers: {
        'x-api-key': KEY,
        ...toSource(),
        ...Object.fromEntries(names.filter(() => random.chance(0.2)).map((name) => [name, oddText()])),
      },
      body: random.chance(0.5) ? toBody({}) : undefined,
    };
  }

  return () => random.pick([toSession, toMcp, toMcp, toOddPath, toOddHeaders])();
}

/** Sends a request with whatever headers it has, which `fetch` would not. */
export function sendByHand(url, { method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    // Node.js would send the body of a HEAD without its length.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = openRequest(url, { agent, method, path, headers: { ...headers, ...length } });
    request.once('response', (response) => {
      const isStream = response.headers['content-type']?.startsWith('text/event-stream');
      const timer = isStream && setTimeout(() => response.push(null), LISTEN_MS);
      text(response)
        .then((received) => resolve({ status: response.statusCode, headers: response.headers, text: received }), reject)
        .finally(() => clearTimeout(timer));
    });
    request.once('error', reject);
    request.end(body);
  });
}

/** What assistants can call. */
export async function listTools(url) {
  const headers = {
    'x-api-key': KEY,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const { text: received } = await sendByHand(url, { method: 'POST', path: '/mcp', headers, body });
  return JSON.parse(/^(?:data: )?(\{.*)$/m.exec(received)[1]).result.tools;
}
