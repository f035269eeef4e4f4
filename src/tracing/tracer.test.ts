import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { createSampler, type SamplerName } from './sampler.ts';
import { noteInTrace, outsideTrace, setTracer, trace } from './trace.ts';
import { createTracer, type EndedSpan, parseTraceparent } from './tracer.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

afterEach(() => setTracer(null));

/** Turns tracing on, and returns the spans that ended so far. */
function record(sampler: SamplerName = 'parentbased_always_on', ratio = 1): EndedSpan[] {
  const spans: EndedSpan[] = [];
  setTracer(createTracer({ isSampled: createSampler(sampler, ratio), onEnd: (span) => spans.push(span) }));
  return spans;
}

describe('a span', () => {
  it('has those that begin in it as parts, also after a wait', async () => {
    const spans = record();
    await trace({ name: 'outer' }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      await trace({ name: 'inner', is_detail: true }, async () => noteInTrace({ rows: 3 }));
    });
    const [inner, outer] = spans;
    expect(inner).toMatchObject({ name: 'inner', parent_id: outer!.span_id, attributes: { rows: 3 } });
    expect(outer).toMatchObject({ name: 'outer', trace_id: inner!.trace_id, parent_id: null, is_failed: false });
    expect(outer!.ended_ms).toBeGreaterThan(outer!.started_ms);
  });

  it('has IDs of its own, as long as the protocol says', async () => {
    const spans = record();
    for (let index = 0; index < 2000; index += 1) await trace({ name: 'a' }, async () => {});
    expect(new Set(spans.map(({ trace_id }) => trace_id)).size).toBe(2000);
    expect(new Set(spans.map(({ span_id }) => span_id)).size).toBe(2000);
    expect(
      spans.filter(({ trace_id, span_id }) => !/^[0-9a-f]{32} [0-9a-f]{16}$/.test(`${trace_id} ${span_id}`)),
    ).toEqual([]);
  });

  it('keeps the kind of an error, never its message', async () => {
    const spans = record();
    const failing = trace({ name: 'a' }, async () => {
      throw new AppError('store_unavailable', 'the text of an answer');
    });
    await expect(failing).rejects.toThrow('the text of an answer');
    expect(spans[0]).toMatchObject({ is_failed: true, attributes: { 'error.type': 'store_unavailable' } });
    expect(JSON.stringify(spans)).not.toContain('text of an answer');
  });

  it('that is a detail of nothing is not measured', async () => {
    const spans = record();
    expect(await trace({ name: 'a', is_detail: true }, async () => 1)).toBe(1);
    await trace({ name: 'b' }, () => outsideTrace(() => trace({ name: 'c', is_detail: true }, async () => {})));
    expect(spans.map(({ name }) => name)).toEqual(['b']);
  });

  it('is nothing but the work where tracing is off', async () => {
    expect(await trace({ name: 'a' }, async () => 1)).toBe(1);
    noteInTrace({ a: 1 });
    expect(outsideTrace(() => 2)).toBe(2);
  });
});

describe('the header traceparent', () => {
  it('continues the trace of the client', async () => {
    const spans = record();
    await trace({ name: 'a', traceparent: `00-${TRACE}-${PARENT}-01` }, async () => {});
    expect(spans[0]).toMatchObject({ trace_id: TRACE, parent_id: PARENT });
  });

  it('of a trace that is not kept leaves out everything inside', async () => {
    const spans = record();
    await trace({ name: 'a', traceparent: `00-${TRACE}-${PARENT}-00` }, () => trace({ name: 'b' }, async () => {}));
    expect(spans).toEqual([]);
  });

  it.each([
    '',
    'nonsense',
    `00-${TRACE}-${PARENT}`,
    `00-${TRACE}-${PARENT}-01-more`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `01-${TRACE}-${PARENT}-01more`,
  ])('that is malformed is ignored: %s', (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });

  it('of a later version is read as far as it is known', () => {
    expect(parseTraceparent(`01-${TRACE}-${PARENT}-03-more`)).toEqual({
      trace_id: TRACE,
      span_id: PARENT,
      is_sampled: true,
    });
  });
});

describe('the samplers', () => {
  it('keep about the share of traces that they are told', async () => {
    const spans = record('parentbased_traceidratio', 0.25);
    for (let index = 0; index < 2000; index += 1) await trace({ name: 'a' }, async () => {});
    expect(spans.length).toBeGreaterThan(400);
    expect(spans.length).toBeLessThan(600);
  });

  it.each([
    ['always_on', false, true],
    ['always_off', true, false],
    ['parentbased_always_on', false, false],
    ['parentbased_always_off', true, true],
    ['parentbased_always_off', undefined, false],
  ] as const)('%s with a parent that is kept: %s decides %s', (name, isParentSampled, isKept) => {
    expect(createSampler(name, 1)(TRACE, isParentSampled)).toBe(isKept);
  });
});
