import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';
import type { Sampler } from './sampler.ts';
import type { Attributes, Span, SpanDescription, Tracer } from './trace.ts';

/** A span that is over. */
export interface EndedSpan {
  trace_id: string;
  span_id: string;
  /** Null at the root of a trace. */
  parent_id: string | null;
  name: string;
  kind: 'internal' | 'server' | 'client';
  /** In milliseconds since 1970, with fractions. */
  started_ms: number;
  ended_ms: number;
  attributes: Attributes;
  is_failed: boolean;
}

/** What a span passes on to those inside it. */
interface SpanContext {
  trace_id: string;
  span_id: string;
  is_sampled: boolean;
}

interface OpenSpan extends Span {
  context: SpanContext;
}

interface TracerOptions {
  isSampled: Sampler;
  /** Takes every sampled span when it ends. */
  onEnd(span: EndedSpan): void;
}

export function createTracer({ isSampled, onEnd }: TracerOptions): Tracer {
  const open = new AsyncLocalStorage<OpenSpan>();
  const createHex = createRandomHex();

  function start({ name, kind = 'internal', attributes = {}, traceparent, is_detail }: SpanDescription): Span | null {
    const parent = parseTraceparent(traceparent) ?? open.getStore()?.context;
    if (is_detail && parent === undefined) return null;
    const trace_id = parent?.trace_id ?? createHex(16);
    const isInside = parent !== undefined && traceparent === undefined;
    // What belongs to one trace in this process is kept or left out together.
    const is_sampled = isInside ? parent.is_sampled : isSampled(trace_id, parent?.is_sampled);
    const context = { trace_id, span_id: createHex(8), is_sampled };
    const started_ms = readClock();
    let noted = attributes;
    let is_failed = false;
    let isEnded = false;
    const span: OpenSpan = {
      context,
      note: (more) => {
        noted = { ...noted, ...more };
      },
      fail: (error) => {
        is_failed = true;
        noted = { ...noted, 'error.type': toErrorType(error) };
      },
      run: (work) => open.run(span, work),
      end: () => {
        if (isEnded || !is_sampled) return;
        isEnded = true;
        const ids = { trace_id, span_id: context.span_id, parent_id: parent?.span_id ?? null };
        onEnd({ ...ids, name, kind, started_ms, ended_ms: readClock(), attributes: noted, is_failed });
      },
    };
    return span;
  }

  return { start, current: () => open.getStore(), exit: (work) => open.exit(work) };
}

/** Takes random bytes from the system in larger pieces: a call for every ID would cost more than all the rest of a span. */
function createRandomHex(): (bytes: number) => string {
  const pool = Buffer.alloc(4096);
  let used = pool.length;
  return (bytes) => {
    if (used + bytes > pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    used += bytes;
    return pool.toString('hex', used - bytes, used);
  };
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** Reads the header of W3C Trace Context; undefined if it is missing or malformed. */
export function parseTraceparent(header: string | undefined): SpanContext | undefined {
  const found = TRACEPARENT.exec(header ?? '');
  // Only later versions may have more parts.
  if (!found || (header!.startsWith('00') && header!.length !== found[0].length)) return undefined;
  return { trace_id: found[1]!, span_id: found[2]!, is_sampled: (Number.parseInt(found[3]!, 16) & 1) === 1 };
}

function readClock(): number {
  return performance.timeOrigin + performance.now();
}

/** The code, reason or class of an error: short words of a program. */
function toErrorType(error: unknown): string {
  const { code, reason, name } = (error ?? {}) as Record<string, unknown>;
  const word = [code, reason, name].find((value) => typeof value === 'string' && /^[\w.-]{1,50}$/.test(value));
  return typeof word === 'string' ? word : 'unknown';
}
