import { type ReactNode, useRef, useState } from 'react';
import { Menu } from '../controls/menu.tsx';
import { printPage } from '../controls/use-printing.ts';
import { markWaiting } from '../controls/waiting.ts';
import { toCsv } from '../table/csv.ts';
import { saveFile } from '../table/save-file.ts';
import { ChartTable } from './chart-table.tsx';
import { savePng } from './export-png.ts';
import { LineChart, type LineChartProps } from './line-chart.tsx';
import { toTable } from './to-table.ts';

interface ChartPanelProps extends Omit<LineChartProps, 'label' | 'svgRef'> {
  title: string;
  /** What the chart is about and for which dates: the page says it elsewhere, an exported image below its title. */
  subtitle: string;
  /** The name of exported files, without extension. */
  fileName: string;
  controls?: ReactNode;
  /** The values are those of another selection until the new ones arrive. */
  isWaiting?: boolean;
  /** The horizontal axis as it is written into files. */
  xIds: readonly string[];
  xName: string;
}

/** A chart that can be shown as a table and exported. */
export function ChartPanel({
  title,
  subtitle,
  fileName,
  controls,
  isWaiting = false,
  xIds,
  xName,
  ...chart
}: ChartPanelProps) {
  const drawing = useRef<SVGSVGElement>(null);
  const [isTable, setTable] = useState(false);
  const { xLabels, series, format } = chart;
  const saveCsv = () => {
    const { heads, rows } = toTable(series, { xIds, xName });
    saveFile(toCsv(heads, rows), `${fileName}.csv`);
  };
  return (
    <section {...markWaiting('panel', [{ isPlaceholderData: isWaiting }])} aria-label={title}>
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
                      if (drawing.current) void savePng(drawing.current, `${fileName}.png`, { title, subtitle });
                      close();
                    }}
                  >
                    Image (PNG)
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
                <li className="menu-separate">
                  <button
                    type="button"
                    onClick={() => {
                      close();
                      printPage();
                    }}
                  >
                    Print / save as PDF
                  </button>
                </li>
              </ul>
            )}
          </Menu>
        </div>
      </header>
      {isTable ? (
        <section className="chart-table" tabIndex={0} aria-label={`${title}: table`}>
          <ChartTable xName={xName} xIds={xIds} xLabels={xLabels} series={series} format={format} />
        </section>
      ) : (
        <LineChart label={`${title}. Use the arrow keys to read the values.`} svgRef={drawing} {...chart} />
      )}
    </section>
  );
}
