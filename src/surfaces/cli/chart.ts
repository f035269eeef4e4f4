import { AppError } from '../../errors.ts';
import { flatten, type Row, toCell } from './table.ts';
import { cut, padEnd, padStart } from './terminal-text.ts';

/** Dimensions that a trend can be drawn over. */
export const TIMES = ['date', 'week', 'month'];
/** What people mean by the trend of a brand or a source. */
const USUAL = ['visibility', 'retrieved_percentage'];
const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const MAX_SERIES = 12;
const MAX_NAME_WIDTH = 28;
const MIN_WIDTH = 10;
const DEFAULT_WIDTH = 80;
/** A single series has room for more detail. */
const TALL = 8;

interface Series {
  name: string;
  points: Map<string, number>;
}

/** A trend over time in text: one line per series, or a taller picture of a single one. */
export function drawChart(
  rows: readonly Row[],
  { metric, columns }: { metric: string | undefined; columns: number | undefined },
): string {
  const flat = rows.map((row) => flatten(row));
  const time = TIMES.find((name) => flat.some((row) => row.has(name)));
  if (time === undefined) throw new AppError('invalid_request', 'Nothing to draw: there are no rows with a date.');
  const numbers = [
    ...new Set(flat.flatMap((row) => [...row].flatMap(([name, value]) => (typeof value === 'number' ? [name] : [])))),
  ];
  const shown = metric ?? numbers.find((name) => USUAL.includes(name)) ?? numbers[0];
  if (shown === undefined || !numbers.includes(shown)) {
    throw new AppError(
      'invalid_request',
      `--chart: there is no number called "${shown ?? ''}". There are: ${numbers.join(', ')}.`,
    );
  }
  const all = toSeries(flat, { time, metric: shown, numbers });
  const times = [...new Set(all.flatMap(({ points }) => [...points.keys()]))].sort();
  const series = all.slice(0, MAX_SERIES);
  const names = Math.min(MAX_NAME_WIDTH, Math.max(...series.map(({ name }) => name.length)));
  const values = series.flatMap(({ points }) => [...points.values()]);
  const [low, high] = [Math.min(0, ...values), Math.max(...values)];
  const figures = Math.max(...values.map((value) => toCell(value).length));
  const width = Math.max(MIN_WIDTH, (columns ?? DEFAULT_WIDTH) - names - figures - 6);
  const buckets = toBuckets(times, width);
  const scale = { low, high, buckets };
  const body =
    series.length === 1
      ? drawTall(series[0]!, { ...scale, names: figures })
      : series.map((one) => {
          const last = [...one.points].at(-1)?.[1];
          return `${padEnd(cut(one.name, names), names)}  ${drawLine(one, scale)}  ${padStart(toCell(last), figures)}`;
        });
  const start = ' '.repeat((series.length === 1 ? figures : names) + 2);
  const drawn = buckets.length;
  const gap = Math.max(1, drawn - times[0]!.length - times.at(-1)!.length);
  const more = all.length > series.length ? `\nThe first ${series.length} of ${all.length} series.` : '';
  const title = series.length === 1 ? `${shown}, ${series[0]!.name}` : shown;
  const axis = times.length === 1 ? times[0]! : `${times[0]}${' '.repeat(gap)}${times.at(-1)}`;
  return `${title}, from ${toCell(low)} to ${toCell(high)}\n${body.join('\n')}\n${start}${axis}${more}\n`;
}

/** One series for each combination of everything that is no number and no time. */
function toSeries(
  rows: readonly Map<string, unknown>[],
  { time, metric, numbers }: { time: string; metric: string; numbers: readonly string[] },
): Series[] {
  const series = new Map<string, Series>();
  for (const row of rows) {
    const name = [...row]
      .flatMap(([key, value]) => (key === time || numbers.includes(key) || value === '' ? [] : [toCell(value)]))
      .join(', ');
    const own = series.get(name) ?? { name: name === '' ? 'all' : name, points: new Map() };
    const value = row.get(metric);
    if (typeof value === 'number') own.points.set(String(row.get(time)), value);
    series.set(name, own);
  }
  const sorted = [...series.values()].filter(({ points }) => points.size > 0);
  for (const one of sorted) one.points = new Map([...one.points].sort(([left], [right]) => (left < right ? -1 : 1)));
  return sorted;
}

/** The times of each column of the picture: several where there is little room, one several times where there is much. */
function toBuckets(times: readonly string[], width: number): string[][] {
  if (times.length > width) {
    return Array.from({ length: width }, (_, column) =>
      times.slice(Math.floor((column * times.length) / width), Math.floor(((column + 1) * times.length) / width)),
    );
  }
  const each = Math.max(1, Math.min(4, Math.floor(width / times.length)));
  return times.flatMap((time) => Array.from({ length: each }, () => [time]));
}

interface Scale {
  low: number;
  high: number;
  buckets: readonly string[][];
}

function toLevels({ points }: Series, { low, high, buckets }: Scale, levels: number): (number | undefined)[] {
  return buckets.map((times) => {
    const values = times.flatMap((time) => points.get(time) ?? []);
    if (values.length === 0) return undefined;
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return high === low ? 0 : Math.round(((mean - low) / (high - low)) * (levels - 1));
  });
}

function drawLine(series: Series, scale: Scale): string {
  return toLevels(series, scale, BLOCKS.length)
    .map((level) => (level === undefined ? ' ' : BLOCKS[level]!))
    .join('');
}

function drawTall(series: Series, { names, ...scale }: Scale & { names: number }): string[] {
  const levels = toLevels(series, scale, TALL * BLOCKS.length);
  return Array.from({ length: TALL }, (_, index) => {
    const base = (TALL - 1 - index) * BLOCKS.length;
    const label = index === 0 ? toCell(scale.high) : index === TALL - 1 ? toCell(scale.low) : '';
    const cells = levels.map((level) => {
      if (level === undefined || level < base) return ' ';
      return BLOCKS[Math.min(level - base, BLOCKS.length - 1)]!;
    });
    return `${padStart(label, names)}  ${cells.join('')}`.trimEnd();
  });
}
