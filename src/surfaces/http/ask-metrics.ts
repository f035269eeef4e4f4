import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { countQueuedByKind } from '../../store/queries/task-counts.ts';
import { readInTime } from './store-metrics.ts';

const BILLION = 1_000_000_000;

/** Counts what this process asks models, by the kind of channel. */
export function addAskMetrics(metrics: Registry, { meters, store }: Pick<Context, 'meters' | 'store'>): void {
  const labelNames = ['kind'] as const;
  const registers = [metrics];
  const asks = new Counter({ name: 'asks_total', help: 'Asks that ended.', labelNames, registers });
  const failures = new Counter({
    name: 'ask_failures_total',
    help: 'Asks that failed, by reason.',
    labelNames: ['kind', 'reason'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'ask_duration_seconds',
    help: 'How long asks took.',
    labelNames,
    buckets: [0.5, 1, 2, 5, 10, 20, 40, 80, 160, 320, 640],
    registers,
  });
  const tokens = new Counter({
    name: 'ask_tokens_total',
    help: 'Tokens that asks used.',
    labelNames: ['kind', 'direction'] as const,
    registers,
  });
  const cost = new Counter({
    name: 'ask_cost_dollars_total',
    help: 'What answers cost, as far as it is known.',
    labelNames,
    registers,
  });
  new Gauge({
    name: 'ask_queue_tasks',
    help: 'Tasks that wait to be asked, in all projects.',
    labelNames,
    registers,
    async collect() {
      const counts = await readInTime(countQueuedByKind(store.db));
      this.reset();
      for (const { kind, tasks } of counts ?? []) this.set({ kind }, tasks);
    },
  });
  meters.listen((end) => {
    const { kind, reason } = end;
    asks.inc({ kind });
    if (reason !== null) failures.inc({ kind, reason });
    durations.observe({ kind }, end.duration_ms / 1000);
    tokens.inc({ kind, direction: 'input' }, end.input_tokens);
    tokens.inc({ kind, direction: 'output' }, end.output_tokens);
    cost.inc({ kind }, end.cost / BILLION);
  });
}
