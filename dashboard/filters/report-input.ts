import type { InputOfRoute } from '../../src/client/routes.ts';
import { MAX_ROWS_PER_PAGE } from '../../src/domain/limits.ts';
import type { Period } from './dates.ts';
import { type Filter, type Selection, toFilters } from './selection.ts';

type BrandReport = InputOfRoute<'POST /reports/brands'>;

/** What a report asks for beside what is selected. */
export type Report<Filtered = Filter> = Omit<BrandReport, 'project_id' | 'start_date' | 'end_date' | 'filters'> & {
  filters?: Filtered[];
};

/** One prompt is no sample of what people ask. */
export const OF_ONE_PROMPT = { design: 'panel' } as const;

/** The input of a report on what is selected, in another period if one is given. */
export function toReportInput<Filtered = Filter>(
  selection: Selection,
  { filters = [], ...report }: Report<Filtered>,
  period: Period = selection,
) {
  return {
    project_id: selection.project,
    start_date: period.from,
    end_date: period.to,
    limit: MAX_ROWS_PER_PAGE,
    ...report,
    filters: [...toFilters(selection), ...filters],
  };
}
