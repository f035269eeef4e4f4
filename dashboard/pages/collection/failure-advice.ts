import type { Reason } from '../../../src/domain/ask.ts';

export interface Advice {
  /** What happened. */
  problem: string;
  /** What to do about it. */
  advice: string;
}

/** Why prompts were not answered, and what to do. */
const ADVICE: Record<Reason, Advice> = {
  unauthorized: {
    problem: 'The provider rejected the key.',
    advice: 'Check that the key is complete, still valid and allowed to use this model. Then paste it again.',
  },
  no_credit: {
    problem: 'The account at the provider has no credit left.',
    advice: "Add credit or raise the spending limit in the provider's billing settings, then try again.",
  },
  rate_limited: {
    problem: "The provider's rate limit was reached.",
    advice:
      "Lower the requests per minute or the parallel requests in the channel's settings, or ask the provider for a higher limit.",
  },
  overloaded: {
    problem: 'The provider was overloaded or had an outage.',
    advice: "Try again in a few minutes. The provider's status page shows whether there is an outage.",
  },
  timeout: {
    problem: 'The answer took too long.',
    advice: "Try again, or raise the timeout in the channel's settings. Web search makes answers slower.",
  },
  connection: {
    problem: 'The connection failed or was cut off.',
    advice: 'Check the address, that the server is running, and that Overheard can reach it. Then try again.',
  },
  refused_by_provider: {
    problem: 'The provider refused the request.',
    advice: "Check the model's name and the settings of the channel. The provider's message says what is wrong.",
  },
  bad_response: {
    problem: "Overheard did not understand the provider's response.",
    advice:
      'Check that the address belongs to this kind of service and, for HTTP services, the paths under "response".',
  },
  budget: {
    problem: 'The budget does not allow this.',
    advice:
      'Raise the limits under Schedule. With a limit set, channels without a known price are not asked: set a price in the channel.',
  },
  unsupported_country: {
    problem: "The channel does not serve the prompt's country.",
    advice: 'Nothing to do. If it does serve the country, remove it from the unsupported countries of the channel.',
  },
  cancelled: { problem: 'The run was cancelled.', advice: 'Retry the run to ask these prompts.' },
  gone: {
    problem: 'The prompt was deleted or archived, or the channel was switched off.',
    advice: 'Nothing to do.',
  },
  crashed: {
    problem: 'Asking this ended the service twice, so Overheard stopped asking it.',
    advice: 'Report it with the log of the service. Retry the run to ask these prompts again.',
  },
  internal: {
    problem: 'An error occurred in Overheard itself.',
    advice: 'Try again. If it happens again, look for this time in the log of the service.',
  },
};

/** Explains a reason, even one that only a newer service knows. */
export function explainFailure(reason: string): Advice {
  return Object.hasOwn(ADVICE, reason)
    ? ADVICE[reason as Reason]
    : { problem: 'The prompt was not answered.', advice: 'Try again.' };
}
