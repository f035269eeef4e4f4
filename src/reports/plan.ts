import { type Static, Type } from 'typebox';
import { DateRange } from '../domain/date-schemas.ts';
import { Nullable, Strict } from '../domain/paging.ts';
import { Defaulted, OneOf } from '../domain/schema.ts';
import { planComparison } from '../statistics/plan.ts';
import { findCatalog } from '../store/queries/models.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { BRANDS } from './brands.ts';
import { checkFilters } from './check-request.ts';
import { findExtent } from './extent.ts';
import { Confidence, DEFAULT_CONFIDENCE, Design } from './intervals-request.ts';
import { findPanelSums } from './panel-sums.ts';
import { findPopulationSums } from './population-sums.ts';
import { ChatFilter, WHOLE_REPORT } from './request.ts';
import { resolveQuery } from './resolve-query.ts';
import { findShown } from './shown.ts';

export const PlanRequest = Strict({
  ...DateRange,
  brand_id: Type.String(),
  filters: Defaulted(
    Type.Array(ChatFilter, { maxItems: 100, description: 'Which answers count; combined with AND.' }),
    [],
  ),
  metric: Defaulted(OneOf(['visibility', 'share_of_voice']), 'visibility'),
  change: Type.Number({
    minimum: 0.001,
    maximum: 1,
    description: 'The change to notice: 0.03 is 3 percentage points.',
  }),
  power: Defaulted(
    Type.Number({ minimum: 0.5, maximum: 0.999, description: 'The chance to notice a change of this size.' }),
    0.8,
  ),
  confidence: Defaulted(Confidence, DEFAULT_CONFIDENCE),
  design: Defaulted(Design, 'population'),
});
export type PlanRequest = Static<typeof PlanRequest>;

const Amount = (description: string) => Nullable(Type.Number({ description }));

export const PlanAnswer = Strict({
  value: Nullable(Type.Number({ description: 'The metric in this period; null without answers.' })),
  answers: Type.Integer(),
  prompts: Type.Integer(),
  channels: Type.Integer(),
  days: Type.Integer(),
  detectable_change: Amount('The smallest change that could be noticed between two periods like this one.'),
  needed: Strict(
    {
      answers: Amount('Answers in all.'),
      days: Amount('Days of collecting as now.'),
      replicates: Amount('Asks per prompt, channel and day; null where asking more often cannot help.'),
      prompts: Amount('Prompts that are asked as now; null under `panel`.'),
    },
    { description: 'What it would take to notice `change`, in each of the two periods. Each is enough by itself.' },
  ),
  advice: Type.Array(Type.String()),
});
export type PlanAnswer = Static<typeof PlanAnswer>;

const NO_WAY = { answers: null, days: null, replicates: null, prompts: null };

/** What could be noticed with what is collected in a period, and what it takes to notice a change; null: no such brand. */
export async function planReport(
  reader: Reader,
  project: number,
  { request, options }: { request: PlanRequest; options: QueryOptions },
): Promise<PlanAnswer | null> {
  const catalog = await findCatalog(reader, project);
  checkFilters(request.filters, catalog);
  const { brand_id, metric, change, power, confidence, design, filters, ...dates } = request;
  const shown = await findShown(reader, project);
  const report = {
    ...WHOLE_REPORT,
    ...dates,
    filters: [...filters, { field: 'brand_id', operator: 'in', values: [brand_id] }],
  };
  const query = await resolveQuery(reader.db, project, { report: BRANDS, request: report, shown });
  const [brand] = query.brands;
  if (brand === undefined) return null;
  const extent = await findExtent(reader, query.scope, options);
  if (extent.answers === 0) {
    const advice = ['There are no answers in this period. Collect some first, then plan with them.'];
    return { value: null, ...extent, detectable_change: null, needed: NO_WAY, advice };
  }
  const found = { query, wanted: { brands: query.brands, groups: [] } };
  const byPrompt = (await findPopulationSums(reader, found, options))({ brand });
  const byAnswer = (await findPanelSums(reader, found, options))({ brand });
  const pilot = {
    ...extent,
    strata: byAnswer.strata,
    by_prompt: byPrompt.measures[metric],
    by_answer: byAnswer.measures[metric],
  };
  const plan = planComparison(pilot, { design, confidence, power, change });
  if (plan) return plan;
  const { a, b } = pilot.by_prompt;
  const advice = [
    design === 'population'
      ? 'This period has too little to plan with: at least two answers and two prompts are needed.'
      : 'This period has too little to plan with: at least two answers are needed.',
  ];
  return { value: b === 0 ? null : a / b, ...extent, detectable_change: null, needed: NO_WAY, advice };
}
