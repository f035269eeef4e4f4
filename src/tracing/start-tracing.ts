import { hostname } from 'node:os';
import type { ExporterOptions } from './otlp-exporter.ts';
import type { SamplerName } from './sampler.ts';
import { setTracer } from './trace.ts';

/** The settings that OpenTelemetry names alike for all programs. */
export interface TracingSettings {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string;
  readonly OTEL_EXPORTER_OTLP_HEADERS: Readonly<Record<string, string>>;
  readonly OTEL_EXPORTER_OTLP_TIMEOUT: number;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_RESOURCE_ATTRIBUTES: Readonly<Record<string, string>>;
  readonly OTEL_TRACES_SAMPLER: SamplerName;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
  readonly OTEL_BSP_SCHEDULE_DELAY: number;
}

/** Sends traces from now on, if the settings say where to. What it returns sends the last ones and ends that. */
export async function startTracing(
  settings: TracingSettings,
  log: ExporterOptions['log'],
): Promise<() => Promise<void>> {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === '') return async () => {};
  const [{ createExporter }, { createSampler }, { createTracer }] = await Promise.all([
    import('./otlp-exporter.ts'),
    import('./sampler.ts'),
    import('./tracer.ts'),
  ]);
  const exporter = createExporter({
    url: `${settings.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    timeout_ms: settings.OTEL_EXPORTER_OTLP_TIMEOUT,
    delay_ms: settings.OTEL_BSP_SCHEDULE_DELAY,
    resource: {
      'host.name': hostname(),
      'process.pid': process.pid,
      ...settings.OTEL_RESOURCE_ATTRIBUTES,
      'service.name': settings.OTEL_SERVICE_NAME,
    },
    log,
  });
  const isSampled = createSampler(settings.OTEL_TRACES_SAMPLER, settings.OTEL_TRACES_SAMPLER_ARG);
  setTracer(createTracer({ isSampled, onEnd: exporter.add }));
  return async () => {
    setTracer(null);
    await exporter.close();
  };
}
