/** What a span says: words and numbers of our own, never what a client, an answer or a provider wrote. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanDescription {
  name: string;
  /** `server` answers a request, `client` waits for another program; `internal` otherwise. */
  kind?: 'internal' | 'server' | 'client';
  attributes?: Attributes;
  /** The `traceparent` header of the request that the span answers. */
  traceparent?: string | undefined;
  /** Only measured as part of something larger: alone it would say little, and there is a lot of it. */
  is_detail?: boolean;
}

export interface Span {
  /** Adds to what the span says. */
  note(attributes: Attributes): void;
  /** Marks the span as failed. Of the error it keeps the kind, never the message. */
  fail(error: unknown): void;
  /** Runs the work; spans that begin in it become parts of this one. */
  run<Result>(work: () => Result): Result;
  end(): void;
}

export interface Tracer {
  /** Begins a span inside the current one; null where the description is a detail of nothing. */
  start(description: SpanDescription): Span | null;
  /** The span in which the caller runs. */
  current(): Span | undefined;
  /** Runs the work outside of any span. */
  exit<Result>(work: () => Result): Result;
}

/** Tracing is off until somebody sets a tracer: nothing is measured, and neither tracer nor exporter are loaded. */
let tracer: Tracer | null = null;

export function setTracer(next: Tracer | null): void {
  tracer = next;
}

export function isTracing(): boolean {
  return tracer !== null;
}

/** Measures the work as a span. */
export function trace<Result>(description: SpanDescription, work: () => Promise<Result>): Promise<Result> {
  const span = tracer?.start(description);
  if (!span) return work();
  return span.run(async () => {
    try {
      return await work();
    } catch (error) {
      span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Begins a span that the caller ends. */
export function startSpan(description: SpanDescription): Span | null {
  return tracer?.start(description) ?? null;
}

/** Adds to what the current span says. */
export function noteInTrace(attributes: Attributes): void {
  tracer?.current()?.note(attributes);
}

/** Runs what somebody's request happened to cause, but what is no part of it. */
export function outsideTrace<Result>(work: () => Result): Result {
  return tracer ? tracer.exit(work) : work();
}
