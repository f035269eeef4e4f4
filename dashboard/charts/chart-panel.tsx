import { type ReactNode, useRef, useState } from 'react';
import { Menu } from '../controls/menu.tsx';
import { toCsv } from '../table/csv.ts';
import { saveFile } from '../table/save-file.ts';
import { savePng } from './export-png.ts';
import { LineChart, type LineChartProps } from './line-chart.tsx';

interface ChartPanelProps extends Omit<LineChartProps, 'label' | 'svgRef'> {
  title: string;
  /** For file names. */
  fileName: string;
  controls?: ReactNode;
  /** The places as the data have them, for tables and files. */
  placeIds: readonly string[];
  placeName: string;
}

/** A chart with the table behind it, and both as files. */
export function ChartPanel({ title, fileName, controls, placeIds, placeName, ...chart }: ChartPanelProps) {
  const drawing = useRef<SVGSVGElement>(null);
  const [isTable, setTable] = useState(false);
  const { places, series, format } = chart;
  const saveCsv = () => {
    const rows = placeIds.map((id, place) => [id, ...series.map(({ values }) => values[place])]);
    saveFile(toCsv([placeName, ...series.map(({ name }) => name)], rows), `${fileName}.csv`);
  };
  return (
    <section className="panel" aria-label={title}>
      <header className="panel-head">
        <h2>{title}</h2>
        <div className="panel-tools">
          {controls}
          <button type="button" className="button is-plain" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? 'Chart' : 'Table'}
          </button>
          <Menu label="Export" icon="download" align="end" hasCaret={false} name={`Export ${title}`}>
            {(close) => (
              <ul className="menu-items">
                <li>
                  <button
                    type="button"
                    disabled={isTable}
                    onClick={() => {
                      if (drawing.current) void savePng(drawing.current, `${fileName}.png`);
                      close();
                    }}
                  >
                    Picture (PNG)
                  </button>
                </li>
                <li>
                  <button
                    type="button"
                    onClick={() => {
                      saveCsv();
                      close();
                    }}
                  >
                    Data (CSV)
                  </button>
                </li>
              </ul>
            )}
          </Menu>
        </div>
      </header>
      {isTable ? (
        <section className="chart-table" tabIndex={0} aria-label={`${title}, as a table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{placeName}</th>
                {series.map(({ id, name }) => (
                  <th key={id} scope="col" className="is-number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {places.map(({ long }, place) => (
                <tr key={placeIds[place]}>
                  <th scope="row">{long}</th>
                  {series.map(({ id, values }) => (
                    <td key={id} className="is-number">
                      {values[place] === undefined ? '–' : format(values[place])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <LineChart label={`${title}; arrow keys read out the values`} svgRef={drawing} {...chart} />
      )}
    </section>
  );
}
