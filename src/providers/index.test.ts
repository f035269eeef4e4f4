import { describe, expect, it } from 'vitest';
import type { Ask } from '../domain/ask.ts';
import { PROVIDERS } from './index.ts';

const check = (ask: Ask) => PROVIDERS.get(ask.kind)!.check!(ask).map(({ path }) => path);

describe('a description', () => {
  it('needs a model, and an address where there is no official one', () => {
    expect(check({ kind: 'openai' })).toEqual(['model']);
    expect(check({ kind: 'openai', model: 'gpt-5' })).toEqual([]);
    expect(check({ kind: 'openai-compatible', model: 'llama3' })).toEqual(['base_url']);
    expect(check({ kind: 'openai-compatible', model: 'llama3', base_url: 'http://localhost:11434/v1' })).toEqual([]);
  });

  it('has an address that can be asked', () => {
    for (const base_url of ['localhost', 'ftp://a.example', 'https://u:p@a.example', 'https://a.example/v1?x=1']) {
      expect(check({ kind: 'openai', model: 'gpt-5', base_url })).toEqual(['base_url']);
    }
  });

  it('searches only where there is a search, and always where it cannot be switched off', () => {
    expect(check({ kind: 'mistral', model: 'm', web_search: true })).toEqual(['web_search']);
    expect(check({ kind: 'mistral', model: 'm', web_search: false })).toEqual([]);
    expect(check({ kind: 'perplexity', model: 'sonar', web_search: false })).toEqual(['web_search']);
    expect(check({ kind: 'perplexity', model: 'sonar', web_search: true })).toEqual([]);
    expect(check({ kind: 'xai', model: 'grok-4', web_search: true })).toEqual([]);
  });

  it('has no fields of the kind http', () => {
    expect(check({ kind: 'openai', model: 'gpt-5', response: { answer: '$.text' } })).toEqual(['response']);
  });
});

describe('the providers', () => {
  it('give their official hosts', () => {
    expect(PROVIDERS.get('openai')!.hosts).toEqual(['api.openai.com']);
    expect(PROVIDERS.get('google')!.hosts).toEqual(['generativelanguage.googleapis.com']);
    expect(PROVIDERS.get('openai-compatible')!.hosts).toEqual([]);
  });
});
