import type { Redactor } from './redact.ts';
import type { Send } from './transport.ts';

/**
 * Sends, and cuts the secret out of what comes back before anybody reads it: once a text is shortened, a secret that
 * lies across the cut would not be recognized.
 */
export function redactResponses(send: Send, { redact, redactLong }: Redactor): Send {
  return async (url, sending) => {
    const { status, headers, body } = await send(url, sending);
    return {
      status,
      headers: {
        get: (name) => {
          const value = headers.get(name);
          return value === null ? null : redact(value);
        },
      },
      body: await redactLong(body),
    };
  };
}
