import type { Attributes } from './trace.ts';
import type { EndedSpan } from './tracer.ts';

const KINDS: Record<EndedSpan['kind'], number> = { internal: 1, server: 2, client: 3 };
const STATUS_ERROR = 2;

/** Spans as the OpenTelemetry protocol writes them in JSON. */
export function toOtlpJson(spans: readonly EndedSpan[], resource: Attributes): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: toAttributes(resource) },
        scopeSpans: [{ scope: { name: 'overheard' }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  });
}

function toOtlpSpan({ trace_id, span_id, parent_id, name, kind, attributes, is_failed, ...times }: EndedSpan) {
  return {
    traceId: trace_id,
    spanId: span_id,
    ...(parent_id === null ? {} : { parentSpanId: parent_id }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: toNanoseconds(times.started_ms),
    endTimeUnixNano: toNanoseconds(times.ended_ms),
    attributes: toAttributes(attributes),
    status: is_failed ? { code: STATUS_ERROR } : {},
  };
}

function toAttributes(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }));
}

function toValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  // Integers have 64 bits, which the protocol writes as text.
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

function toNanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n);
}
