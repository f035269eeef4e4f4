import { type KeyboardEvent, type PointerEvent, type Ref, useState } from 'react';
import { useWidth } from '../controls/use-width.ts';
import { pickPlaces, spreadLabels, toDomain, toPath, toTicks } from './scale.ts';

export interface Series {
  id: string;
  name: string;
  color: string;
  isStrong: boolean;
  values: readonly (number | undefined)[];
}

export interface LineChartProps {
  label: string;
  /** One for each place on the horizontal axis, short and whole. */
  places: readonly { short: string; long: string }[];
  series: readonly Series[];
  format(value: number): string;
  /** The numbers along the axis, which are round. */
  formatTick(value: number): string;
  isInverted?: boolean;
  least?: number | undefined;
  most?: number | undefined;
  /** A place was chosen, by click or Enter. */
  onPick?(place: number): void;
  svgRef?: Ref<SVGSVGElement>;
}

/** Distances in rem, as the letters are. */
const TOP = 0.75;
const BOTTOM = 1.65;
const LEFT = 2.9;
const NAMES = 8.2;
const LABEL_GAP = 1.1;
const NARROW = 35;
/** How much of the window's height a chart takes, within bounds. */
const HEIGHT = { share: 0.34, least: 16, most: 30 };

/** Lines over time with their names at their ends; a cursor for pointer and arrow keys reads out each place. */
export function LineChart({
  label,
  places,
  series,
  format,
  formatTick,
  isInverted = false,
  least,
  most,
  onPick,
  svgRef,
}: LineChartProps) {
  const { ref, width, rem } = useWidth<HTMLDivElement>();
  const [cursor, setCursor] = useState<number | null>(null);
  const hasNames = width >= NARROW * rem;
  const height = Math.max(HEIGHT.least * rem, Math.min(HEIGHT.most * rem, HEIGHT.share * window.innerHeight));
  const left = LEFT * rem;
  const right = Math.max(left + 1, width - (hasNames ? NAMES : 0.9) * rem);
  const plot = { left, right, top: TOP * rem, bottom: height - BOTTOM * rem };
  const [low, high] = toDomain(
    series.flatMap(({ values }) => values.filter((value) => value !== undefined)),
    { least, most },
  );
  const toX = (place: number) =>
    plot.left + (places.length < 2 ? 0.5 : place / (places.length - 1)) * (plot.right - plot.left);
  const toY = (value: number) => {
    const share = high === low ? 0.5 : (value - low) / (high - low);
    return isInverted ? plot.top + share * (plot.bottom - plot.top) : plot.bottom - share * (plot.bottom - plot.top);
  };
  const lines = series.map((line) => {
    const points = line.values.map((value, place) =>
      value === undefined ? undefined : { x: toX(place), y: toY(value) },
    );
    return { ...line, points, last: points.findLast((point) => point !== undefined) };
  });
  const names = lines.filter(({ last }) => last);
  const nameYs = spreadLabels(
    names.map(({ last }) => last!.y),
    { gap: LABEL_GAP * rem, least: plot.top + 4, most: plot.bottom },
  );
  const at = cursor === null ? null : Math.min(cursor, places.length - 1);

  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left - plot.left) / (plot.right - plot.left);
    setCursor(Math.max(0, Math.min(places.length - 1, Math.round(share * (places.length - 1)))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = at ?? places.length - 1;
    const to = { ArrowLeft: from - (at === null ? 0 : 1), ArrowRight: from + 1, Home: 0, End: places.length - 1 }[
      event.key
    ];
    if (event.key === 'Enter' && at !== null) onPick?.(at);
    if (event.key === 'Escape') setCursor(null);
    if (to === undefined) return;
    event.preventDefault();
    setCursor(Math.max(0, Math.min(places.length - 1, to)));
  };

  return (
    <div className="chart" ref={ref}>
      {width > 0 && places.length > 0 ? (
        <div
          className="chart-stage"
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-orientation="horizontal"
          aria-valuemin={1}
          aria-valuemax={places.length}
          aria-valuenow={(at ?? places.length - 1) + 1}
          aria-valuetext={describe({ place: at ?? places.length - 1, places, series, format })}
          onPointerMove={follow}
          onPointerLeave={() => setCursor(null)}
          onClick={() => at !== null && onPick?.(at)}
          onKeyDown={onKeyDown}
          onBlur={() => setCursor(null)}
          data-pickable={onPick ? '' : undefined}
        >
          <svg ref={svgRef} className="chart-drawing" width={width} height={height} aria-hidden="true">
            {toTicks(low, high, 5).map((tick) => (
              <g key={tick} className="chart-grid">
                <line x1={plot.left} x2={plot.right} y1={toY(tick)} y2={toY(tick)} />
                <text x={plot.left - 10} y={toY(tick)} dy="0.32em" textAnchor="end">
                  {formatTick(tick)}
                </text>
              </g>
            ))}
            {pickPlaces(places.length, Math.max(2, Math.floor((plot.right - plot.left) / (5.5 * rem)))).map((place) => (
              <text key={place} className="chart-tick" x={toX(place)} y={height - 6} textAnchor="middle">
                {places[place]!.short}
              </text>
            ))}
            {at === null ? null : (
              <line className="chart-cursor" x1={toX(at)} x2={toX(at)} y1={plot.top} y2={plot.bottom} />
            )}
            {lines.map(({ id, color, isStrong, points }) => (
              <path
                key={id}
                className={`chart-line${isStrong ? ' is-strong' : ''}`}
                data-color={color}
                d={toPath(points)}
              />
            ))}
            {lines.map(({ id, color, points, last }) => {
              const point = at === null ? last : points[at];
              return point ? (
                <circle key={id} className="chart-point" data-color={color} cx={point.x} cy={point.y} r="3.4" />
              ) : null;
            })}
            {hasNames
              ? names.map(({ id, name, color, isStrong }, index) => (
                  <text
                    key={id}
                    className={`chart-name${isStrong ? ' is-strong' : ''}`}
                    x={plot.right + 12}
                    y={nameYs[index]}
                    dy="0.32em"
                  >
                    <tspan className="chart-name-mark" data-color={color}>
                      ●
                    </tspan>{' '}
                    {name.length > 15 ? `${name.slice(0, 14)}…` : name}
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
          <p>{places[at]!.long}</p>
          <ul>
            {toReadings({ place: at, series }).map(({ id, name, color, value }) => (
              <li key={id}>
                <span className="brand-mark" data-color={color} aria-hidden="true" />
                <span>{name}</span>
                <b>{value === undefined ? '–' : format(value)}</b>
              </li>
            ))}
          </ul>
        </div>
      )}
      {hasNames ? null : (
        <ul className="chart-legend">
          {series.map(({ id, name, color }) => (
            <li key={id}>
              <span className="brand-mark" data-color={color} aria-hidden="true" /> {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function toReadings({ place, series }: { place: number; series: readonly Series[] }) {
  const readings = series.map(({ id, name, color, values }) => ({ id, name, color, value: values[place] }));
  return readings.sort((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY));
}

function describe({
  place,
  places,
  series,
  format,
}: Pick<LineChartProps, 'places' | 'series' | 'format'> & { place: number }): string {
  const values = series.map(({ name, values: all }) => {
    const value = all[place];
    return `${name} ${value === undefined ? 'none' : format(value)}`;
  });
  return `${places[place]?.long ?? ''}: ${values.join(', ')}`;
}
