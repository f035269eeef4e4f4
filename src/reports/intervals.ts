import { createBreath } from '../breath.ts';
import { type RowIntervals, toPanelIntervals, toPopulationIntervals } from '../statistics/intervals.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { type BrandQuery, toWanted, type Wanted } from './brand-query.ts';
import type { IntervalsQuery } from './intervals-request.ts';
import { findPanelSums } from './panel-sums.ts';
import { findPopulationSums } from './population-sums.ts';
import type { Row } from './report.ts';

/** Adds to each row how sure it is. */
export async function addIntervals(
  reader: Reader,
  { query, rows, intervals }: { query: BrandQuery; rows: readonly Row[]; intervals: IntervalsQuery },
  options: QueryOptions,
): Promise<void> {
  if (query.dimensions.some(({ is_answer }) => is_answer)) {
    for (const row of rows) row.intervals = null;
    return;
  }
  const toIntervals = await createToIntervals(reader, { query, intervals, wanted: toWanted(query, rows) }, options);
  const breathe = createBreath();
  for (const row of rows) {
    await breathe();
    row.intervals = toIntervals(row);
  }
}

async function createToIntervals(
  reader: Reader,
  {
    query,
    intervals: { design, confidence },
    wanted,
  }: { query: BrandQuery; intervals: IntervalsQuery; wanted: Wanted },
  options: QueryOptions,
): Promise<(row: Row) => RowIntervals> {
  const limits = { confidence, brands: query.shown.brands.size };
  if (design === 'population') {
    const find = await findPopulationSums(reader, { query, wanted }, options);
    return (row) => toPopulationIntervals(find(row), limits);
  }
  const find = await findPanelSums(reader, { query, wanted }, options);
  return (row) => toPanelIntervals(find(row), limits);
}
