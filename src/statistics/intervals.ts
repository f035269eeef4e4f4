import type { Interval } from './bounds.ts';
import type { Design } from './design.ts';
import type { MeasureName } from './measures.ts';
import { measurePanel } from './panel.ts';
import { type IntervalOptions, measurePopulation, type Uncertainty } from './population.ts';
import type { PanelRow, PopulationRow } from './sums.ts';

/** What a row of a report says about its uncertainty. A metric without an interval is null. */
export type RowIntervals = Record<MeasureName, Interval | null> & {
  design: Design;
  answers: number;
  prompts: number;
  /** The number of independent answers that would give the same precision for visibility. */
  effective_answers: number | null;
};

export function toPopulationIntervals(row: PopulationRow, { confidence, brands }: IntervalOptions): RowIntervals {
  const options = { answers: row.answers, confidence, brands };
  return collect(row, 'population', (name) => measurePopulation(name, row.measures[name], options));
}

export function toPanelIntervals(row: PanelRow, { confidence, brands }: IntervalOptions): RowIntervals {
  const options = { answers: row.answers, strata: row.strata, confidence, brands };
  return collect(row, 'panel', (name) => measurePanel(name, row.measures[name], options));
}

function collect(
  { answers, prompts }: { answers: number; prompts: number },
  design: Design,
  measure: (name: MeasureName) => Uncertainty | null,
): RowIntervals {
  const visibility = measure('visibility');
  return {
    visibility: visibility?.interval ?? null,
    share_of_voice: measure('share_of_voice')?.interval ?? null,
    position: measure('position')?.interval ?? null,
    sentiment: measure('sentiment')?.interval ?? null,
    design,
    answers,
    prompts,
    effective_answers: visibility === null ? null : Math.round(visibility.effective * 1e6) / 1e6,
  };
}
