/** Decides whether a trace is kept. The parent's decision is undefined at the root of a trace. */
export type Sampler = (traceId: string, isParentSampled: boolean | undefined) => boolean;

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

/** The digits of a trace's ID that are random, and how many values they have. */
const RANDOM_DIGITS = 14;
const RANDOM_VALUES = 16 ** RANDOM_DIGITS;

/** The samplers of the OpenTelemetry specification. */
export function createSampler(name: SamplerName, ratio: number): Sampler {
  const isKept = (traceId: string): boolean => {
    if (name.endsWith('always_on')) return true;
    if (name.endsWith('always_off')) return false;
    return Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) >= (1 - ratio) * RANDOM_VALUES;
  };
  if (!name.startsWith('parentbased_')) return isKept;
  return (traceId, isParentSampled) => isParentSampled ?? isKept(traceId);
}
