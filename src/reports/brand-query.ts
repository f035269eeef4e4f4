import type { ReportQuery } from './report.ts';

export interface BrandQuery extends ReportQuery {
  /** The brands that have rows. */
  brands: readonly number[];
}
