import type { AskKind } from '../domain/ask.ts';
import { demo } from './demo/demo.ts';
import { http } from './http/http.ts';
import type { Provider } from './provider.ts';
import { defineSdkProvider } from './sdk-provider.ts';

/** Every way to ask models. To add one, add an entry here and its file; SDKs are loaded by the first question. */
const ALL: readonly Provider[] = [
  defineSdkProvider({
    kind: 'openai',
    name: 'OpenAI',
    base_url: 'https://api.openai.com/v1',
    search: 'optional',
    country: 'native',
    load: () => import('./openai.ts'),
  }),
  defineSdkProvider({
    kind: 'anthropic',
    name: 'Anthropic',
    base_url: 'https://api.anthropic.com/v1',
    search: 'optional',
    country: 'native',
    load: () => import('./anthropic.ts'),
  }),
  defineSdkProvider({
    kind: 'google',
    name: 'Google',
    base_url: 'https://generativelanguage.googleapis.com/v1beta',
    search: 'optional',
    country: 'coordinates',
    load: () => import('./google.ts'),
  }),
  defineSdkProvider({
    kind: 'perplexity',
    name: 'Perplexity',
    base_url: 'https://api.perplexity.ai',
    search: 'always',
    country: 'native',
    load: () => import('./perplexity.ts'),
  }),
  defineSdkProvider({
    kind: 'xai',
    name: 'xAI',
    base_url: 'https://api.x.ai/v1',
    search: 'optional',
    country: 'none',
    load: () => import('./xai.ts'),
  }),
  defineSdkProvider({
    kind: 'mistral',
    name: 'Mistral',
    base_url: 'https://api.mistral.ai/v1',
    search: 'never',
    country: 'none',
    load: () => import('./mistral.ts'),
  }),
  defineSdkProvider({
    kind: 'deepseek',
    name: 'DeepSeek',
    base_url: 'https://api.deepseek.com',
    search: 'never',
    country: 'none',
    load: () => import('./deepseek.ts'),
  }),
  defineSdkProvider({
    kind: 'groq',
    name: 'Groq',
    base_url: 'https://api.groq.com/openai/v1',
    search: 'optional',
    country: 'none',
    getSearch: (model) => (isCompound(model) ? 'always' : hasBrowserSearch(model) ? 'optional' : 'never'),
    load: () => import('./groq.ts'),
  }),
  defineSdkProvider({
    kind: 'openrouter',
    name: 'OpenRouter',
    base_url: 'https://openrouter.ai/api/v1',
    search: 'optional',
    country: 'none',
    load: () => import('./openrouter.ts'),
  }),
  defineSdkProvider({
    kind: 'openai-compatible',
    name: 'OpenAI-compatible server',
    base_url: null,
    search: 'never',
    country: 'none',
    load: () => import('./openai-compatible.ts'),
  }),
  http,
  demo,
];

export const PROVIDERS: ReadonlyMap<AskKind, Provider> = new Map(ALL.map((provider) => [provider.kind, provider]));

/** Groq's systems search by themselves; the SDK has no way to keep them from it. */
function isCompound(model: string): boolean {
  return /^(?:groq\/)?compound/.test(model);
}

function hasBrowserSearch(model: string): boolean {
  return model === 'openai/gpt-oss-20b' || model === 'openai/gpt-oss-120b';
}
