import { Counter, type Registry } from 'prom-client';
import { countUnhandledErrors } from '../../unhandled-errors.ts';

/** Counts errors that nobody handled. */
export function addErrorMetrics(metrics: Registry): void {
  new Counter({
    name: 'overheard_unhandled_errors_total',
    help: 'Errors that nobody handled, by what they ended: http_request, outbound_request or work.',
    labelNames: ['owner'] as const,
    registers: [metrics],
    collect() {
      this.reset();
      for (const [owner, count] of countUnhandledErrors()) this.inc({ owner }, count);
    },
  });
}
