import { reportQuery } from '../api/queries.ts';
import { type Period, toPeriodBefore } from './dates.ts';
import { type Report, toReportInput } from './report-input.ts';
import type { Selection } from './selection.ts';

/** The brands report on what is selected. */
export function brandReportQuery(selection: Selection, report: Report = {}, period?: Period) {
  return reportQuery('POST /reports/brands', toReportInput(selection, report, period));
}

/** A brands report that is compared with the same number of days right before. */
export function toComparedReport(selection: Selection, report: Report = {}): Report {
  const { from, to } = toPeriodBefore(selection);
  return { ...report, compare: { start_date: from, end_date: to } };
}

export function comparedReportQuery(selection: Selection, report?: Report) {
  return brandReportQuery(selection, toComparedReport(selection, report));
}
