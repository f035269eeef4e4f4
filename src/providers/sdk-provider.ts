import type { Ask, CountryWay } from '../domain/ask.ts';
import { ASK_KINDS, type AskKind } from '../domain/ask-kinds.ts';
import type { AskServices, Provider, Question, Reply } from './provider.ts';

/** What a provider's file is told beside the question. */
export interface SdkContext {
  name: string;
  base_url: string;
  is_searching: boolean;
}

/** What the file of a provider that is asked through its SDK exports as `ask`. */
export type SdkAsk = (question: Question, services: AskServices, context: SdkContext) => Promise<Reply>;

interface SdkProvider {
  kind: AskKind;
  country: CountryWay;
  /** Where it depends on the model whether it searches. */
  getSearch?(model: string): Search;
  /** Imports the provider's file, and with it the SDK. */
  load(): Promise<{ ask: SdkAsk }>;
}

/** Whether a model searches the web: on request, always, or never. */
type Search = 'optional' | 'always' | 'never';

const HTTP_FIELDS = ['request', 'poll', 'then', 'response'] as const;

/** A provider that is known without loading its SDK: that is done by the first question. */
export function defineSdkProvider({ kind, country, load, getSearch }: SdkProvider): Provider {
  const { name, base_url, search } = ASK_KINDS[kind];
  const findSearch = ({ model = '' }: Ask) => (search === 'by model' ? getSearch!(model) : search);
  return {
    kind,
    country,
    hosts: base_url === undefined ? [] : [new URL(base_url).host],
    check: (ask) => [
      ...(ask.model === undefined ? [{ path: 'model', message: `The kind ${kind} needs a model.` }] : []),
      ...(ask.base_url === undefined
        ? base_url === undefined
          ? [{ path: 'base_url', message: `The kind ${kind} needs a base_url, such as http://localhost:11434/v1.` }]
          : []
        : checkAddress(ask.base_url)),
      ...checkSearch(ask, findSearch(ask)),
      ...HTTP_FIELDS.filter((field) => ask[field] !== undefined).map((field) => ({
        path: field,
        message: `Only the kind http takes ${field}.`,
      })),
    ],
    prepare: async () => void (await load()),
    ask: async (question, services) => {
      const { ask } = await load();
      const mode = findSearch(question.ask);
      return ask(question, services, {
        name,
        base_url: question.ask.base_url ?? base_url!,
        is_searching: mode === 'always' || (mode === 'optional' && question.ask.web_search !== false),
      });
    },
  };
}

function checkSearch(ask: Ask, search: Search): { path: string; message: string }[] {
  const model = ask.model ?? 'This model';
  if (ask.web_search === true && search === 'never') {
    return [{ path: 'web_search', message: `${model} has no web search of its own. Leave web_search out.` }];
  }
  if (ask.web_search === false && search === 'always') {
    return [{ path: 'web_search', message: `${model} always searches the web. Leave web_search out.` }];
  }
  return [];
}

function checkAddress(text: string): { path: string; message: string }[] {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return [{ path: 'base_url', message: 'The base_url must be an address such as https://api.example.com/v1.' }];
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return [{ path: 'base_url', message: 'The base_url must begin with https:// (or http:// on a private network).' }];
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return [{ path: 'base_url', message: 'The base_url must have no user name, password, query or fragment.' }];
  }
  return [];
}
