/** What providers and forms need to know about a way to ask a model. */
interface KindFacts {
  /** A name that people recognize. */
  name: string;
  /** The address where a channel has none of its own; undefined where it needs one. */
  base_url?: string;
  /** One sentence for those who do not know it. */
  hint: string;
  /** A name of a model as an example; undefined where none is needed. */
  example?: string;
  needs: { model: boolean; key: 'yes' | 'maybe' | 'no'; address: 'yes' | 'maybe' | 'no' };
  /** Where the provider hands out keys. */
  keys?: string;
  /** Whether it searches the web: by choice, always, never, or depending on the model. */
  search: 'optional' | 'always' | 'never' | 'by model';
}

const WITH_KEY: KindFacts['needs'] = { model: true, key: 'yes', address: 'maybe' };

const KINDS = {
  openai: {
    name: 'OpenAI',
    base_url: 'https://api.openai.com/v1',
    hint: 'GPT models, with web search.',
    example: 'gpt-5',
    needs: WITH_KEY,
    keys: 'https://platform.openai.com/api-keys',
    search: 'optional',
  },
  anthropic: {
    name: 'Anthropic',
    base_url: 'https://api.anthropic.com/v1',
    hint: 'Claude models, with web search.',
    example: 'claude-sonnet-4-5',
    needs: WITH_KEY,
    keys: 'https://platform.claude.com/settings/keys',
    search: 'optional',
  },
  google: {
    name: 'Google',
    base_url: 'https://generativelanguage.googleapis.com/v1beta',
    hint: 'Gemini models, with Google Search.',
    example: 'gemini-2.5-flash',
    needs: WITH_KEY,
    keys: 'https://aistudio.google.com/apikey',
    search: 'optional',
  },
  perplexity: {
    name: 'Perplexity',
    base_url: 'https://api.perplexity.ai',
    hint: 'Sonar models. They always search the web.',
    example: 'sonar',
    needs: WITH_KEY,
    keys: 'https://console.perplexity.ai',
    search: 'always',
  },
  xai: {
    name: 'xAI',
    base_url: 'https://api.x.ai/v1',
    hint: 'Grok models, with web search.',
    example: 'grok-4',
    needs: WITH_KEY,
    keys: 'https://console.x.ai',
    search: 'optional',
  },
  mistral: {
    name: 'Mistral',
    base_url: 'https://api.mistral.ai/v1',
    hint: 'Mistral models, without web search.',
    example: 'mistral-large-latest',
    needs: WITH_KEY,
    keys: 'https://console.mistral.ai/api-keys',
    search: 'never',
  },
  deepseek: {
    name: 'DeepSeek',
    base_url: 'https://api.deepseek.com',
    hint: 'DeepSeek models, without web search.',
    example: 'deepseek-v4-flash',
    needs: WITH_KEY,
    keys: 'https://platform.deepseek.com/api_keys',
    search: 'never',
  },
  groq: {
    name: 'Groq',
    base_url: 'https://api.groq.com/openai/v1',
    hint: 'Open models on fast hardware. Some of them search the web.',
    example: 'llama-3.3-70b-versatile',
    needs: WITH_KEY,
    keys: 'https://console.groq.com/keys',
    search: 'by model',
  },
  openrouter: {
    name: 'OpenRouter',
    base_url: 'https://openrouter.ai/api/v1',
    hint: 'Models of many providers with one key, with web search.',
    example: 'meta-llama/llama-3.3-70b-instruct',
    needs: WITH_KEY,
    keys: 'https://openrouter.ai/keys',
    search: 'optional',
  },
  'openai-compatible': {
    name: 'OpenAI-compatible server',
    hint: 'Any server with /chat/completions, such as Ollama, vLLM or LiteLLM.',
    example: 'llama3.3',
    needs: { model: true, key: 'maybe', address: 'yes' },
    search: 'never',
  },
  http: {
    name: 'HTTP service',
    hint: 'Services that ask assistants on their public web pages, or any API that returns JSON.',
    needs: { model: false, key: 'maybe', address: 'no' },
    search: 'never',
  },
  demo: {
    name: 'Demo assistant',
    hint: 'Invented answers to try out Overheard. It needs no key and costs nothing.',
    needs: { model: false, key: 'no', address: 'no' },
    search: 'never',
  },
} satisfies Record<string, KindFacts>;

/** The ways in which a model can be asked. */
export type AskKind = keyof typeof KINDS;

/** What is known of each, in the order of forms. */
export const ASK_KINDS: Record<AskKind, KindFacts> = KINDS;

export const ASK_KIND_NAMES = Object.keys(KINDS) as AskKind[];
