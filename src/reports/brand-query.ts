import type { IntervalsQuery } from './intervals-request.ts';
import type { ReportQuery } from './report.ts';

export interface BrandQuery extends ReportQuery {
  /** The brands that have rows. */
  brands: readonly number[];
  /** How sure the rows are to say they are; undefined: they do not. */
  intervals: IntervalsQuery | undefined;
}
