import type { Period } from '../filters/dates.ts';
import { type Filter, type Selection, toFilters } from '../filters/selection.ts';

/** As many as the interface gives at once. */
export const MOST = 10_000;

export interface Report {
  dimensions?: string[];
  filters?: Filter[];
  having?: object[];
  order_by?: { field: string; direction?: 'asc' | 'desc' }[];
  limit?: number;
  offset?: number;
  include_total_count?: boolean;
}

/** The body of a report over what is selected, in another period where one is given. */
export function toReportBody(selection: Selection, report: Report, period: Period = selection) {
  return {
    project_id: selection.project,
    start_date: period.from,
    end_date: period.to,
    limit: MOST,
    ...report,
    filters: [...toFilters(selection), ...(report.filters ?? [])],
  };
}
