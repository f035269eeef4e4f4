import { setTimeout } from 'node:timers/promises';
import { AskError, type AskServices, type Provider, type Question, type Reply } from '../provider.ts';
import { answerDemo } from './assistant.ts';

const SHORTEST_MS = 300;
const LONGEST_MS = 1500;
/** Fields of other kinds. */
const MEANINGLESS = ['base_url', 'secret', 'web_search', 'request', 'poll', 'then', 'response'] as const;

/** The invented assistant of the demo: no network, no key, no costs. */
export const demo: Provider = {
  kind: 'demo',
  hosts: [],
  country: 'native',
  check: (ask) =>
    MEANINGLESS.filter((field) => ask[field] !== undefined).map((field) => ({
      path: field,
      message: `The kind demo does not take ${field}.`,
    })),
  ask: askDemo,
};

async function askDemo({ prompt, country_code, date }: Question, { signal }: AskServices): Promise<Reply> {
  await wait(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS), signal);
  const { answer, sources, queries, input_tokens, output_tokens } = answerDemo({
    prompt,
    country_code,
    date,
    random: Math.random,
  });
  return {
    answer,
    sources,
    queries,
    usage: { input_tokens, cached_input_tokens: null, output_tokens, searches: queries.length },
    billed: 0,
    provider_model: 'demo',
    finish: 'stop',
  };
}

/** An assistant that answered at once would not feel like one. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (cause) {
    const isTimeout = (signal.reason as { name?: unknown } | undefined)?.name === 'TimeoutError';
    throw isTimeout
      ? new AskError('timeout', 'The demo assistant did not answer in time.', { cause })
      : new AskError('connection', 'The ask was cut off before the answer came.', { cause });
  }
}
