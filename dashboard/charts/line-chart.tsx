import { type KeyboardEvent, type PointerEvent, type Ref, useMemo, useState } from 'react';
import { usePrinting } from '../controls/use-printing.ts';
import { useWidth } from '../controls/use-width.ts';
import { formatCount, formatWhole } from '../format.ts';
import { layOut } from './lay-out.ts';
import { Legend } from './legend.tsx';
import { pickIndexes, spreadLabels, toTicks } from './scale.ts';
import {
  describeReadings,
  findSharedCount,
  formatBounds,
  type Reading,
  readSeries,
  type Series,
  sortReadings,
  toShortName,
} from './series.ts';

export interface LineChartProps {
  label: string;
  /** The labels of the horizontal axis, short for the axis and long for the tooltip. */
  xLabels: readonly { short: string; long: string }[];
  series: readonly Series[];
  format(value: number): string;
  /** Formats the round numbers along the vertical axis. */
  formatTick(value: number): string;
  isInverted?: boolean;
  min?: number | undefined;
  max?: number | undefined;
  /** The ids of the lines that were chosen in the legend to stand out. */
  chosen: readonly string[];
  onChoose(ids: string[]): void;
  /** Called with an index on the horizontal axis on click or Enter. */
  onPick?(index: number): void;
  svgRef?: Ref<SVGSVGElement>;
}

/** Distances in rem, so that they scale with the text. */
const TOP = 0.75;
const BOTTOM = 1.65;
const LEFT = 2.9;
/** The space for the names at the ends of the lines; a narrow chart has a legend instead. */
const NAMES = 8.2;
const MIN_WIDTH_WITH_NAMES = 35;
/** Between the names, in rem, and in pixels at least: they are buttons, and a target needs 24. */
const LABEL_GAP = 1.55;
const MIN_LABEL_GAP = 24.8;
/** A share of the window's height, within limits in rem. */
const HEIGHT = { share: 0.34, min: 16, max: 30 };

/** How near the pointer has to be to a line, in pixels. */
const NEAR = 14;

/**
 * A line chart. The pointer or the arrow keys move a cursor that shows the values at one index. Where one line is strong,
 * the others recede until the pointer is near them or they are chosen in the legend. One line has a band that shows its
 * bounds: the one near the pointer, the one chosen last, or the strong one.
 */
export function LineChart({
  label,
  xLabels,
  series,
  format,
  formatTick,
  isInverted = false,
  min,
  max,
  chosen,
  onChoose,
  onPick,
  svgRef,
}: LineChartProps) {
  const { ref, width, rem } = useWidth<HTMLDivElement>();
  const [cursor, setCursor] = useState<number | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const wanted = usePrinting() ? 0 : HEIGHT.share * window.innerHeight;
  const height = Math.max(HEIGHT.min * rem, Math.min(HEIGHT.max * rem, wanted));
  const labelGap = Math.max(LABEL_GAP * rem, MIN_LABEL_GAP);
  const hasRoom = series.length * labelGap < height - (TOP + BOTTOM) * rem;
  const hasNames = width >= MIN_WIDTH_WITH_NAMES * rem && hasRoom;
  const left = LEFT * rem;
  const right = Math.max(left + 1, width - (hasNames ? NAMES : 0.9) * rem);
  const top = TOP * rem;
  const bottom = height - BOTTOM * rem;
  const { low, high, toX, toY, lines } = useMemo(
    () => layOut(series, { left, right, top, bottom, count: xLabels.length, isInverted, min, max }),
    [series, left, right, top, bottom, xLabels.length, isInverted, min, max],
  );
  const hasStrong = series.some(({ isStrong }) => isStrong);
  const isClear = ({ id, isStrong }: Series) => isStrong || !hasStrong || id === pointed || chosen.includes(id);
  const findBanded = (id: string | null | undefined) => lines.find((line) => line.id === id && line.band);
  const banded =
    findBanded(pointed) ?? findBanded(chosen.at(-1)) ?? findBanded(series.find(({ isStrong }) => isStrong)?.id);
  const names = lines.filter(({ last }) => last);
  const nameYs = spreadLabels(
    names.map(({ last }) => last!.y),
    { gap: labelGap, min: top + 4, max: bottom },
  );
  const at = cursor === null ? null : Math.min(cursor, xLabels.length - 1);

  const moveCursor = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left - left) / (right - left);
    const index = Math.max(0, Math.min(xLabels.length - 1, Math.round(share * (xLabels.length - 1))));
    setCursor(index);
    const y = event.clientY - box.top;
    const distanceTo = ({ points }: (typeof lines)[number]) => Math.abs((points[index]?.y ?? Number.NaN) - y);
    const near = lines.filter((line) => distanceTo(line) < NEAR).sort((a, b) => distanceTo(a) - distanceTo(b));
    setPointed(near[0]?.id ?? null);
  };
  const leave = () => {
    setCursor(null);
    setPointed(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = at ?? xLabels.length - 1;
    const to = { ArrowLeft: from - (at === null ? 0 : 1), ArrowRight: from + 1, Home: 0, End: xLabels.length - 1 }[
      event.key
    ];
    if (event.key === 'Enter' && at !== null) onPick?.(at);
    if (event.key === 'Escape') setCursor(null);
    if (to === undefined) return;
    event.preventDefault();
    setCursor(Math.max(0, Math.min(xLabels.length - 1, to)));
  };

  return (
    <div className="chart" ref={ref}>
      {width > 0 && xLabels.length > 0 ? (
        <div
          className="chart-stage"
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-orientation="horizontal"
          aria-valuemin={1}
          aria-valuemax={xLabels.length}
          aria-valuenow={(at ?? xLabels.length - 1) + 1}
          aria-valuetext={describe({ index: at ?? xLabels.length - 1, xLabels, series, format })}
          onPointerMove={moveCursor}
          onPointerLeave={leave}
          onClick={() => at !== null && onPick?.(at)}
          onKeyDown={onKeyDown}
          onBlur={() => setCursor(null)}
          data-pickable={onPick ? '' : undefined}
        >
          <svg ref={svgRef} className="chart-drawing" width={width} height={height} aria-hidden="true">
            {toTicks(low, high, 5).map((tick) => (
              <g key={tick} className="chart-grid">
                <line x1={left} x2={right} y1={toY(tick)} y2={toY(tick)} />
                <text x={left - 10} y={toY(tick)} dy="0.32em" textAnchor="end">
                  {formatTick(tick)}
                </text>
              </g>
            ))}
            {pickIndexes(xLabels.length, Math.max(2, Math.floor((right - left) / (5.5 * rem)))).map((index) => (
              <text key={index} className="chart-tick" x={toX(index)} y={height - 6} textAnchor="middle">
                {xLabels[index]!.short}
              </text>
            ))}
            {at === null ? null : <line className="chart-cursor" x1={toX(at)} x2={toX(at)} y1={top} y2={bottom} />}
            {banded ? <path className="chart-band" data-color={banded.color} d={banded.band} /> : null}
            {lines.map((line) => (
              <path
                key={line.id}
                className={`chart-line${line.isStrong ? ' is-strong' : ''}${isClear(line) ? '' : ' is-receding'}`}
                data-color={line.color}
                d={line.path}
              />
            ))}
            {lines.map((line) => {
              const point = at === null ? line.last : line.points[at];
              return point ? (
                <circle
                  key={line.id}
                  className={`chart-point${isClear(line) ? '' : ' is-receding'}`}
                  data-color={line.color}
                  cx={point.x}
                  cy={point.y}
                  r="3.4"
                />
              ) : null;
            })}
            {hasNames
              ? names.map(({ id, name, color, isStrong }, row) => (
                  <text
                    key={id}
                    className={`chart-name${isStrong ? ' is-strong' : ''}`}
                    x={right + 12}
                    y={nameYs[row]}
                    dy="0.32em"
                  >
                    <tspan className="chart-name-mark" data-color={color}>
                      ●
                    </tspan>{' '}
                    {toShortName(name)}
                  </text>
                ))
              : null}
          </svg>
        </div>
      ) : (
        <div className="chart-space" style={{ height }} />
      )}
      {at === null || width === 0 ? null : (
        <div
          className={`chart-tip${toX(at) > width / 2 ? ' is-left' : ''}`}
          style={toX(at) > width / 2 ? { right: width - toX(at) + 14 } : { left: toX(at) + 14 }}
        >
          <Tip
            title={xLabels[at]!.long}
            readings={sortReadings(readSeries(series, at), { isInverted })}
            format={format}
          />
        </div>
      )}
      <Legend
        series={hasNames ? names : series}
        canChoose={hasStrong}
        chosen={chosen}
        onChoose={onChoose}
        onPoint={setPointed}
        {...(hasNames ? { places: nameYs.map((top) => ({ top, left: right + 12 })) } : {})}
      />
    </div>
  );
}

interface TipProps {
  title: string;
  readings: readonly Reading[];
  format(value: number): string;
}

/** The values at the cursor, their bounds, and how many answers they come from. */
function Tip({ title, readings, format }: TipProps) {
  const shared = findSharedCount(readings);
  return (
    <>
      <p>
        {title}
        {shared === undefined ? '' : ` · ${formatCount(shared, 'answer')}`}
      </p>
      <ul>
        {readings.map(({ id, name, color, value, count, bounds }) => (
          <li key={id}>
            <span className="brand-mark" data-color={color} aria-hidden="true" />
            <span className="chart-tip-name">{name}</span>
            <b>{value === undefined ? '–' : format(value)}</b>
            {shared === undefined && value !== undefined ? (
              <small className="chart-tip-count">n = {formatWhole(count)}</small>
            ) : null}
            {bounds ? <small className="chart-tip-bounds">{formatBounds(bounds, format)}</small> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

function describe({
  index,
  xLabels,
  series,
  format,
}: Pick<LineChartProps, 'xLabels' | 'series' | 'format'> & { index: number }): string {
  return `${xLabels[index]?.long ?? ''}: ${describeReadings(readSeries(series, index), format)}`;
}
