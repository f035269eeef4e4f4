import { type Static, Type } from 'typebox';
import { Nullable, Strict } from '../domain/paging.ts';
import { OneOf } from '../domain/schema.ts';
import { DESIGNS, type Design as DesignName } from '../statistics/design.ts';
import { MEASURE_NAMES, type MeasureName } from '../statistics/measures.ts';

export const DEFAULT_CONFIDENCE = 0.95;

export const Design = OneOf(DESIGNS, {
  description:
    '`population` (default): the prompts are a sample of what people ask. `panel`: the prompts and channels are fixed, and only the answers are due to chance.',
});
export const Confidence = Type.Number({
  minimum: 0.5,
  maximum: 0.999,
  description: `Default: ${DEFAULT_CONFIDENCE}.`,
});

/** Asks how sure the numbers of a report are. */
export const IntervalsRequest = Type.Union(
  [Type.Boolean(), Strict({ design: Type.Optional(Design), confidence: Type.Optional(Confidence) })],
  { description: 'Adds `intervals` to each row. `true` stands for the design `population` at a confidence of 0.95.' },
);
export type IntervalsRequest = Static<typeof IntervalsRequest>;

const Interval = Nullable(Strict({ low: Type.Number(), high: Type.Number() }));

/** How sure a row is. A table has `visibility_low`, `visibility_high` and so on. */
export const Intervals = Type.With(
  Nullable(
    Strict({
      ...(Object.fromEntries(MEASURE_NAMES.map((name) => [name, Interval])) as Record<MeasureName, typeof Interval>),
      design: OneOf(DESIGNS),
      answers: Type.Integer(),
      prompts: Type.Integer(),
      effective_answers: Nullable(
        Type.Number({
          description: 'The number of independent answers that would give the same precision for visibility.',
        }),
      ),
    }),
  ),
  { 'x-inline': true },
);

export interface IntervalsQuery {
  design: DesignName;
  confidence: number;
}

/** What a request asks for; undefined: no intervals. */
export function toIntervalsQuery(
  request: IntervalsRequest | undefined,
  dimensions: readonly string[],
): IntervalsQuery | undefined {
  if (request === undefined || request === false) return undefined;
  const { design = 'population', confidence = DEFAULT_CONFIDENCE } = request === true ? {} : request;
  // A row that names its prompt asks about that prompt.
  return { design: dimensions.includes('prompt_id') ? 'panel' : design, confidence };
}
