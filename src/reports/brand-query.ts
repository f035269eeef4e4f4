import type { ComparisonQuery } from './comparison-request.ts';
import type { IntervalsQuery } from './intervals-request.ts';
import type { ReportQuery } from './report.ts';

export interface BrandQuery extends ReportQuery {
  /** The brands that have rows. */
  brands: readonly number[];
  /** Which intervals the rows have; undefined: none. */
  intervals: IntervalsQuery | undefined;
  /** What they are compared with; undefined: nothing. */
  comparison: ComparisonQuery | undefined;
}
