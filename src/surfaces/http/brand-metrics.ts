import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { type BrandFigures, FIGURE_DAYS, readBrandFigures } from '../../operations/brand-figures.ts';
import { readInTime } from './store-metrics.ts';

/** The figures change once a day, and with answers that arrive late. */
const READ_EVERY_MS = 5 * 60_000;

type Services = Pick<Context, 'store' | 'now' | 'config' | 'log'>;

/** How visible brands are, if the operator wants whoever reads metrics to know. */
export function addBrandMetrics(metrics: Registry, services: Services): void {
  if (!services.config.METRICS_BRANDS) return;
  const read = createFigures(services);
  const add = (name: string, help: string, toValue: (figures: BrandFigures) => number) =>
    new Gauge({
      name,
      help: `${help} in the last ${FIGURE_DAYS} full days, from 0 to 1.`,
      labelNames: ['project', 'project_id', 'brand', 'is_own'] as const,
      registers: [metrics],
      async collect() {
        const found = await read();
        this.reset();
        for (const figures of found) {
          const { project, brand, is_own } = figures;
          const labels = { project: project.name, project_id: project.id, brand, is_own: String(is_own) };
          this.set(labels, toValue(figures));
        }
      },
    });
  add('overheard_visibility', 'Share of answers that mention the brand', ({ visibility }) => visibility);
  add('overheard_share_of_voice', "The brand's share of all mentions", ({ share_of_voice }) => share_of_voice);
}

/** Reads the figures at most every five minutes. In between, and while reading takes long, it gives the last ones. */
function createFigures({ store, now, log }: Services): () => Promise<readonly BrandFigures[]> {
  let figures: readonly BrandFigures[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      figures = await readBrandFigures({ store, now }, AbortSignal.timeout(READ_EVERY_MS));
      readAt = performance.now();
    } catch (error) {
      log.warn({ message: String(error).slice(0, 300) }, 'the figures of brands for /metrics could not be read');
    } finally {
      reading = undefined;
    }
  }

  return async () => {
    if (performance.now() - readAt > READ_EVERY_MS) {
      reading ??= read();
      await readInTime(reading);
    }
    return figures;
  };
}
