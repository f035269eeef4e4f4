import { expect, it } from 'vitest';
import type { Ask } from '../../domain/ask.ts';
import { checkHttpAsk, listHttpHosts } from './check-ask.ts';

const REQUEST = { method: 'POST', url: 'https://api.a.com/ask' } as const;

type Changes = { [Field in keyof Ask]?: Ask[Field] | undefined };

function toAsk(changes: Changes = {}): Ask {
  const ask = { kind: 'http', request: { ...REQUEST, body: { q: '{{prompt}}' } }, response: { answer: '$.text' } };
  return { ...ask, ...changes } as Ask;
}
const toPaths = (changes: Changes) => [...new Set(checkHttpAsk(toAsk(changes)).map(({ path }) => path))];
const url = (address: string, changes: Partial<Ask> = {}) => ({ request: { ...REQUEST, url: address }, ...changes });
const headers = (given: Record<string, string>) => ({ secret: 's', request: { ...REQUEST, headers: given } });

it('a full description has no faults', () => {
  const ask = toAsk({
    secret: 'key',
    model: 'm',
    request: {
      method: 'POST',
      url: 'https://api.a.com/v1/{{model}}?key={{secret}}&q={{prompt}}',
      headers: { authorization: 'Basic {{secret_base64}}', 'x-country': '{{country_code}}' },
      body: [{ q: '{{prompt}}', country: '{{country_name}}', at: '{{date}}', id: '{{id}}', l: '{{language}}' }],
    },
    poll: { id: '$.id', url: 'https://api.a.com/jobs/{{id}}', done: { path: '$.status', equals: ['done'] } },
    // biome-ignore lint/suspicious/noThenProperty: the name of the field.
    then: { url: 'https://api.a.com/results/{{id}}' },
    response: {
      answer: ['$.text', '$.more[*].text'],
      sources: '$.pages',
      source_url: '$.link',
      ok: { path: '$.code', equals: [0], reasons: { 401: 'unauthorized' } },
    },
  });
  expect(checkHttpAsk(ask)).toEqual([]);
});

it.each<[name: string, changes: Changes, paths: string[]]>([
  ['no request', { request: undefined }, ['request']],
  ['no response', { response: undefined }, ['response']],
  ['fields of other kinds', { temperature: 1, base_url: 'https://a.com' }, ['base_url', 'temperature']],
  ['a bad JSONPath', { response: { answer: ['$.a', 'text'] } }, ['response.answer.1']],
  ['a pattern', { response: { answer: '$[?match(@, "a")]' } }, ['response.answer']],
  ['bad paths elsewhere', { response: { answer: '$.a', ok: { path: '?', equals: [1] } } }, ['response.ok.path']],
  ['an unknown placeholder', url('https://a.com/?q={{question}}'), ['request.url']],
  ['an unknown placeholder in the body', { request: { ...REQUEST, body: { a: ['{{b}}'] } } }, ['request.body.a.0']],
  ['the prompt in a header', { request: { ...REQUEST, headers: { x: '{{prompt}}' } } }, ['request.headers.x']],
  [
    'the secret in the body',
    { secret: 's', request: { ...REQUEST, headers: { x: '{{secret}}' }, body: { k: '{{secret}}' } } },
    ['request.body.k'],
  ],
  ['the secret in the path', url('https://a.com/{{secret}}/ask', { secret: 's' }), ['request.url']],
  ['the secret after the #', url('https://a.com/ask#{{secret}}', { secret: 's' }), ['request.url']],
  ['the secret in the host', url('https://{{secret}}.a.com/ask', { secret: 's' }), ['request.url']],
  ['a placeholder in the host', url('https://{{country_code}}.a.com/ask'), ['request.url']],
  ['a placeholder in the host after a backslash', url('https:\\\\{{country_code}}/ask'), ['request.url']],
  ['a placeholder in the scheme', url('{{country_code}}://a.com/ask'), ['request.url']],
  ['a placeholder as port', url('https://a.com:{{id}}/ask'), ['request.url']],
  ['a whole address from a placeholder', url('{{prompt}}'), ['request.url']],
  ['another scheme', url('ftp://a.com/ask'), ['request.url']],
  ['a relative address', url('/ask'), ['request.url']],
  ['credentials in the address', url('https://user:pass@a.com/'), ['request.url']],
  ['a body with GET', { request: { method: 'GET', url: 'https://a.com/', body: {} } }, ['request.body']],
  ['a placeholder as a name', { request: { ...REQUEST, body: { '{{prompt}}': 1 } } }, ['request.body.{{prompt}}']],
  ['a header of the connection', headers({ Host: 'b.com', k: '{{secret}}' }), ['request.headers.Host']],
  ['a header of two lines', headers({ x: 'a\r\nb: {{secret}}' }), ['request.headers.x']],
  ['a secret without a name', { request: { ...REQUEST, headers: { x: '{{secret}}' } } }, ['request.headers.x']],
  ['a name without a secret', { secret: 's' }, ['secret']],
  ['a model without a name', url('https://a.com/{{model}}'), ['request.url']],
  ['a poll on another host', { poll: { id: '$.id', url: 'https://b.com/{{id}}' } }, ['poll.url']],
  ['a poll without encryption', { poll: { id: '$.id', url: 'http://api.a.com/{{id}}' } }, ['poll.url']],
  ['a poll without its id', { poll: { id: '$.id', url: 'https://api.a.com/job' } }, ['poll.url']],
  // biome-ignore lint/suspicious/noThenProperty: the name of the field.
  ['a second request on another host', { then: { url: 'https://api.a.com:8443/' } }, ['then.url']],
  ['source_url without a list', { response: { answer: '$.a', source_url: '$.url' } }, ['response.source_url']],
])('%s is refused', (_, changes, paths) => {
  expect(toPaths(changes)).toEqual(paths);
});

it('a body is not nested endlessly', () => {
  const body: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  expect(checkHttpAsk(toAsk({ request: { ...REQUEST, body } }))).toMatchObject([
    { message: 'The body is nested too deeply.' },
  ]);
});

it('a secret goes to the hosts of all requests', () => {
  const ask = toAsk({
    request: { ...REQUEST, url: 'https://API.a.com:443/ask' },
    poll: { id: '$.id', url: 'https://api.a.com:8443/{{id}}' },
  });
  expect(listHttpHosts(ask)).toEqual(['api.a.com', 'api.a.com:8443']);
});
