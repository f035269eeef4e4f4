import { sql } from 'kysely';
import { createBreath } from '../breath.ts';
import { invalid } from '../errors.ts';
import { comparePanel, comparePopulation, type Change as TestedChange } from '../statistics/comparison.ts';
import { findDiscoveryLimit } from '../statistics/false-discovery.ts';
import { MEASURE_NAMES, type MeasureName } from '../statistics/measures.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { findBasket } from './basket.ts';
import { type ChangeQuery, collectMeasures, toSumsBefore } from './change-sums.ts';
import { type Changes, type Comparison, Previous } from './comparison-request.ts';
import { toReader } from './metric.ts';
import { BRAND_METRICS } from './metrics.ts';
import { selectPanelChanges, toPanelChangeRow } from './panel-changes.ts';
import { selectPopulationChanges, toPopulationChangeRow } from './population-changes.ts';
import type { Row } from './report.ts';
import { createSumFinder, type RowSums, type SumRow } from './sum-finder.ts';

/** What is tested is in memory all at once. */
const MOST_ROWS = 100_000;

/** Adds the earlier period and what changed to each row, and says how the periods compare as a whole. */
export async function addComparison(
  reader: Reader,
  { query, rows }: { query: ChangeQuery; rows: readonly Row[] },
  options: QueryOptions,
): Promise<Comparison> {
  const sums = await findSums(reader, query, options);
  const compare = createCompare(query);
  const breathe = createBreath();
  const pValues = collectMeasures((): number[] => []);
  for (const row of sums) {
    if (row.brand === null) continue;
    await breathe();
    const changes = compare({ group: row, own: row });
    for (const name of MEASURE_NAMES) if (changes[name]?.is_test) pValues[name].push(changes[name].p_value!);
  }
  const limits = collectMeasures((name) => findDiscoveryLimit(pValues[name], 1 - query.comparison.confidence));
  const find = createSumFinder(sums, query.dimensions);
  for (const row of rows) {
    await breathe();
    const found = find(row);
    row.previous = toPrevious(found);
    row.change = found.group.answers1 === 0 ? null : toChanges(compare(found), limits);
  }
  const count = (isCounted: (value: number, name: MeasureName) => boolean) =>
    MEASURE_NAMES.reduce((sum, name) => sum + pValues[name].filter((value) => isCounted(value, name)).length, 0);
  return {
    tests: count(() => true),
    significant: count((value, name) => value <= limits[name]),
    ...(await findBasket(reader, query, options)),
  };
}

/** The sums of all rows: what is tested does not depend on the page. */
async function findSums(reader: Reader, query: ChangeQuery, options: QueryOptions): Promise<SumRow[]> {
  const { design } = query.comparison;
  const select = design === 'population' ? selectPopulationChanges(query) : selectPanelChanges(query);
  const statement = sql<SumRow>`${select} limit ${MOST_ROWS + 1}`;
  const sums = await reader.query(statement.compile(reader.db), options);
  if (sums.length <= MOST_ROWS) return sums;
  const most = MOST_ROWS.toLocaleString('en');
  throw invalid('compare', `takes at most ${most} rows. Use fewer dimensions, or filter the brands and answers.`);
}

type RowChanges = Record<MeasureName, TestedChange | null>;

function createCompare({ comparison: { design, confidence }, shown }: ChangeQuery): (sums: RowSums) => RowChanges {
  const limits = { confidence, brands: shown.brands.size };
  if (design === 'population') {
    return (sums) => {
      const { measures, ...answers } = toPopulationChangeRow(sums);
      return collectMeasures((name) => comparePopulation(name, measures[name], { ...answers, ...limits }));
    };
  }
  return (sums) => {
    const { measures, degrees } = toPanelChangeRow(sums);
    return collectMeasures((name) => comparePanel(name, measures[name], { degrees, ...limits }));
  };
}

const READERS = Object.keys(Previous.anyOf[0].properties).map(
  (name) => [name, toReader(BRAND_METRICS[name]!)] as const,
);

function toPrevious(found: RowSums): Previous {
  const sums = toSumsBefore(found);
  if (sums.visibility_total === 0) return null;
  return Object.fromEntries(READERS.map(([name, read]) => [name, read(sums) ?? null])) as Previous;
}

/** `limits`: the largest p-values that are significant. */
function toChanges(changes: RowChanges, limits: Record<MeasureName, number>): Changes {
  return collectMeasures((name) => {
    const change = changes[name];
    if (change === null) return null;
    const { is_test, ...shown } = change;
    return { ...shown, significant: is_test && shown.p_value! <= limits[name] };
  });
}
