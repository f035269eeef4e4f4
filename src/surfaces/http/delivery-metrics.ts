import { Counter, type Registry } from 'prom-client';
import type { Context } from '../../context.ts';

/** Counts what this process sends to webhooks. */
export function addDeliveryMetrics(metrics: Registry, { delivery_meters }: Pick<Context, 'delivery_meters'>): void {
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook, Slack or an e-mail address, by format and outcome: delivered, retried later, or failed for good.',
    labelNames: ['format', 'outcome'] as const,
    registers: [metrics],
  });
  delivery_meters.listen(({ format, outcome }) => attempts.inc({ format, outcome }));
}
