import type { Cell } from '../table/csv.ts';
import type { Series } from './series.ts';

/** The values of a chart as a file has them: all lines, then how many answers each value comes from, then the known bounds. */
export function toTable(
  series: readonly Series[],
  { xIds, xName }: { xIds: readonly string[]; xName: string },
): { heads: string[]; rows: Cell[][] } {
  const columns = [
    ...series.map(({ name, values }) => ({ head: name, values })),
    ...series.map(({ name, counts }) => ({ head: `${name}: answers`, values: counts })),
    ...series.flatMap(({ name, bounds }) =>
      bounds
        ? [
            { head: `${name}: low`, values: bounds.map((limits) => limits?.low) },
            { head: `${name}: high`, values: bounds.map((limits) => limits?.high) },
          ]
        : [],
    ),
  ];
  return {
    heads: [xName, ...columns.map(({ head }) => head)],
    rows: xIds.map((id, index) => [id, ...columns.map(({ values }) => values[index])]),
  };
}
