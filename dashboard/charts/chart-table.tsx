import { formatWhole } from '../format.ts';
import type { LineChartProps } from './line-chart.tsx';
import { findSharedCount, formatBounds, readSeries } from './series.ts';

interface ChartTableProps extends Pick<LineChartProps, 'xLabels' | 'series' | 'format'> {
  xIds: readonly string[];
  xName: string;
}

/** The values of a chart as a table, with their bounds and with how many answers they come from. */
export function ChartTable({ xIds, xName, xLabels, series, format }: ChartTableProps) {
  const rows = xLabels.map(({ long }, index) => {
    const readings = readSeries(series, index);
    return { id: xIds[index]!, long, readings, shared: findSharedCount(readings) };
  });
  const isShared = rows.every(({ shared }) => shared !== undefined);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{xName}</th>
          {isShared ? (
            <th scope="col" className="is-number">
              Answers
            </th>
          ) : null}
          {series.map(({ id, name }) => (
            <th key={id} scope="col" className="is-number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id: x, long, readings, shared }) => (
          <tr key={x}>
            <th scope="row">{long}</th>
            {isShared ? <td className="is-number">{formatWhole(shared ?? 0)}</td> : null}
            {readings.map(({ id, value, count, bounds }) => (
              <td key={id} className="is-number">
                {value === undefined ? '–' : format(value)}
                {bounds ? <span className="quiet"> ({formatBounds(bounds, format)})</span> : null}
                {isShared || value === undefined ? null : <span className="quiet"> n = {formatWhole(count)}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
