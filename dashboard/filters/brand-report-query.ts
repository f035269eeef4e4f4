import { reportQuery } from '../api/queries.ts';
import type { Period } from './dates.ts';
import { type Report, toReportInput } from './report-input.ts';
import type { Selection } from './selection.ts';

/** The brands report on what is selected. */
export function brandReportQuery(selection: Selection, report: Report = {}, period?: Period) {
  return reportQuery('POST /reports/brands', toReportInput(selection, report, period));
}
