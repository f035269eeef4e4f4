import type { AskKind } from '../domain/ask-kinds.ts';
import { demo } from './demo/demo.ts';
import { http } from './http/http.ts';
import type { Provider } from './provider.ts';
import { defineSdkProvider } from './sdk-provider.ts';

/** Every way to ask models. To add one, describe it in domain/ask-kinds.ts, and add its file here; the first question loads SDKs. */
const ALL: readonly Provider[] = [
  defineSdkProvider({ kind: 'openai', country: 'native', load: () => import('./openai.ts') }),
  defineSdkProvider({ kind: 'anthropic', country: 'native', load: () => import('./anthropic.ts') }),
  defineSdkProvider({ kind: 'google', country: 'coordinates', load: () => import('./google.ts') }),
  defineSdkProvider({ kind: 'perplexity', country: 'native', load: () => import('./perplexity.ts') }),
  defineSdkProvider({ kind: 'xai', country: 'none', load: () => import('./xai.ts') }),
  defineSdkProvider({ kind: 'mistral', country: 'none', load: () => import('./mistral.ts') }),
  defineSdkProvider({ kind: 'deepseek', country: 'none', load: () => import('./deepseek.ts') }),
  defineSdkProvider({
    kind: 'groq',
    country: 'none',
    getSearch: (model) => (isCompound(model) ? 'always' : hasBrowserSearch(model) ? 'optional' : 'never'),
    load: () => import('./groq.ts'),
  }),
  defineSdkProvider({ kind: 'openrouter', country: 'none', load: () => import('./openrouter.ts') }),
  defineSdkProvider({ kind: 'openai-compatible', country: 'none', load: () => import('./openai-compatible.ts') }),
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
