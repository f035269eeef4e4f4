import { describe, expect, it } from 'vitest';
import type { Ask } from '../../../src/domain/ask.ts';
import {
  createDraft,
  fromDraft,
  fromPreset,
  isAllowedHost,
  listForeignHosts,
  suggestSecretName,
  toDraft,
} from './ask-draft.ts';

const draft = (changes: object = {}) => ({ ...createDraft({ kind: 'openai', model: 'gpt-5' }), ...changes });

describe('a description of how to ask', () => {
  it.each<Ask>([
    { kind: 'openai', model: 'gpt-5', secret: 'openai' },
    {
      kind: 'anthropic',
      model: 'claude',
      web_search: false,
      system: 'Be short.',
      temperature: 0.2,
      max_output_tokens: 500,
      timeout_seconds: 60,
      concurrency: 2,
      requests_per_minute: 30,
      price: { input: 0, output: 2.5 },
      provider_options: { anthropic: { effort: 'low' } },
    },
    { kind: 'openai-compatible', model: 'llama', base_url: 'http://127.0.0.1:11434/v1' },
    { kind: 'groq', model: 'openai/gpt-oss-20b', web_search: true },
    { kind: 'http', request: { method: 'GET', url: 'https://a.example/?q={{prompt}}' }, response: { answer: '$.a' } },
    { kind: 'demo' },
  ])('comes through the form unchanged: %j', (ask) => {
    expect(fromDraft(toDraft(ask))).toEqual({ ask, problems: [] });
  });

  it('names the fields that cannot be sent', () => {
    const wrong = draft({ model: ' ', numbers: { concurrency: 'many' }, price: { input: '1,5', output: 'x' } });
    const { ask, problems } = fromDraft(wrong);
    expect(problems.map(({ path }) => path)).toEqual(['ask.concurrency', 'ask.price.output', 'ask.model']);
    expect(ask.price).toEqual({ input: 1.5 });
    expect(fromDraft(draft({ kind: 'openai-compatible' })).problems).toMatchObject([{ path: 'ask.base_url' }]);
    expect(fromDraft(draft({ kind: 'http', preset: 'own', http: '{"request":' })).problems).toMatchObject([
      { path: 'ask.request' },
    ]);
    expect(fromDraft(draft({ kind: 'http', preset: 'own', http: '[]' })).problems).toMatchObject([
      { path: 'ask.request' },
    ]);
  });
});

it('a preset fills in everything but the key', () => {
  const ask: Ask = {
    kind: 'http',
    secret: 'vendor',
    timeout_seconds: 180,
    request: { method: 'GET', url: 'https://a.example/?q={{prompt}}' },
    response: { answer: '$.markdown' },
  };
  const { secret: _, ...rest } = ask;
  const filled = fromPreset({ id: 'vendor-chat', ask });
  expect(filled.preset).toBe('vendor-chat');
  expect(fromDraft(filled)).toEqual({ ask: rest, problems: [] });
  expect(fromDraft(createDraft({ kind: 'http', model: '' })).problems).toMatchObject([{ path: 'preset' }]);
});

describe('the hosts that a key must be allowed for', () => {
  it('are those of the own address, or of every request of an HTTP service', () => {
    expect(listForeignHosts(draft())).toEqual([]);
    expect(listForeignHosts(draft({ base_url: 'http://localhost:8080/v1' }))).toEqual(['localhost:8080']);
    const http = JSON.stringify({
      request: { url: 'https://a.example/ask?q={{prompt}}' },
      poll: { url: 'https://a.example/jobs/{{id}}' },
      // biome-ignore lint/suspicious/noThenProperty: the API names this field.
      then: { url: 'https://b.example/{{id}}' },
      response: { answer: '$' },
    });
    expect(listForeignHosts(draft({ kind: 'http', http }))).toEqual(['a.example', 'b.example']);
    expect(listForeignHosts(draft({ kind: 'http', http: '{' }))).toEqual([]);
  });

  it('are allowed with their port or by name alone', () => {
    expect(isAllowedHost('localhost:8080', ['localhost'])).toBe(true);
    expect(isAllowedHost('localhost:8080', ['localhost:8080'])).toBe(true);
    expect(isAllowedHost('localhost:8080', ['localhost:9090', 'api.openai.com'])).toBe(false);
  });
});

it('a new key gets a name that is free and that the API takes', () => {
  expect(suggestSecretName(draft(), [])).toBe('openai');
  expect(suggestSecretName(draft(), ['openai', 'openai-2'])).toBe('openai-3');
  const local = draft({ kind: 'openai-compatible', base_url: 'http://127.0.0.1:8080/v1' });
  expect(suggestSecretName(local, [])).toBe('local-server');
  const remote = draft({ kind: 'openai-compatible', base_url: 'https://llm.example.com:8443/v1' });
  expect(suggestSecretName(remote, [])).toBe('llm-example-com-8443');
});
