import type { Interval } from './bounds.ts';
import { MEASURE_NAMES, type MeasureName } from './measures.ts';
import { measurePanel } from './panel.ts';
import { type IntervalOptions, measurePopulation, type Uncertainty } from './population.ts';
import type { PanelRow, PopulationRow } from './sums.ts';

export type Design = 'population' | 'panel';

/** What a row of a report says about its uncertainty. A metric without an interval is null. */
export type RowIntervals = Record<MeasureName, Interval | null> & {
  design: Design;
  answers: number;
  prompts: number;
  /** The number of independent answers that would give the same precision for visibility. */
  effective_answers: number | null;
};

export function toPopulationIntervals(row: PopulationRow, options: IntervalOptions): RowIntervals {
  const { answers } = row;
  return collect(row, 'population', (name) => measurePopulation(name, row.measures[name], { ...options, answers }));
}

export function toPanelIntervals(row: PanelRow, options: IntervalOptions): RowIntervals {
  const { answers, strata } = row;
  return collect(row, 'panel', (name) => measurePanel(name, row.measures[name], { ...options, answers, strata }));
}

function collect(
  { answers, prompts }: { answers: number; prompts: number },
  design: Design,
  measure: (name: MeasureName) => Uncertainty | null,
): RowIntervals {
  const found = Object.fromEntries(MEASURE_NAMES.map((name) => [name, measure(name)])) as Record<
    MeasureName,
    Uncertainty | null
  >;
  return {
    visibility: found.visibility?.interval ?? null,
    share_of_voice: found.share_of_voice?.interval ?? null,
    position: found.position?.interval ?? null,
    sentiment: found.sentiment?.interval ?? null,
    design,
    answers,
    prompts,
    effective_answers: found.visibility === null ? null : Math.round(found.visibility.effective * 1e6) / 1e6,
  };
}
