/** About `count` round numbers between two limits. */
export function toTicks(min: number, max: number, count: number): number[] {
  const span = max - min;
  if (!(span > 0)) return [min];
  const rough = span / Math.max(1, count);
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((candidate) => candidate >= rough)!;
  const ticks: number[] = [];
  for (let factor = Math.ceil(min / step - 1e-9); factor * step <= max + step * 1e-9; factor += 1)
    ticks.push(Number((factor * step).toPrecision(12)));
  return ticks;
}

/** The limits of an axis: a little beyond the values, but within the limits of the metric. */
export function toDomain(
  values: readonly number[],
  {
    min = Number.NEGATIVE_INFINITY,
    max = Number.POSITIVE_INFINITY,
  }: { min?: number | undefined; max?: number | undefined },
): [number, number] {
  if (values.length === 0) return [Number.isFinite(min) ? min : 0, Number.isFinite(max) ? max : 1];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const margin = (high - low || Math.abs(high) || 1) * 0.12;
  return [Math.max(min, low - margin), Math.min(max, high + margin)];
}

/** At most `max` of the indexes from 0 to `count` - 1, evenly spaced from the first. */
export function pickIndexes(count: number, max: number): number[] {
  if (count <= max) return Array.from({ length: count }, (_, index) => index);
  const step = Math.ceil((count - 1) / (max - 1));
  const indexes: number[] = [];
  for (let index = 0; index < count; index += step) indexes.push(index);
  return indexes;
}

/** An SVG path through the points. It has a gap where a point is missing. */
export function toPath(points: readonly ({ x: number; y: number } | undefined)[]): string {
  let path = '';
  let isDrawing = false;
  for (const point of points) {
    if (!point) isDrawing = false;
    else {
      path += `${isDrawing ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
      isDrawing = true;
    }
  }
  return path;
}

/** Half the width of a band that has no neighbors, in pixels. */
const LONE_BAND = 3;

/** An SVG path around the band between two bounds. It has a gap where they are missing, and a narrow bar where no neighbor has any. */
export function toBandPath(points: readonly ({ x: number; top: number; bottom: number } | undefined)[]): string {
  let path = '';
  for (let start = 0; start < points.length; start += 1) {
    const run: { x: number; top: number; bottom: number }[] = [];
    for (let point = points[start]; point; point = points[start + run.length]) run.push(point);
    if (run.length === 0) continue;
    start += run.length;
    const [first] = run;
    const around =
      run.length === 1
        ? [
            { ...first!, x: first!.x - LONE_BAND },
            { ...first!, x: first!.x + LONE_BAND },
          ]
        : run;
    const upper = around.map(({ x, top }) => ({ x, y: top }));
    const lower = around.map(({ x, bottom }) => ({ x, y: bottom })).reverse();
    path += `${toPath([...upper, ...lower])}Z`;
  }
  return path;
}

/** Moves labels apart so that none covers another, and each stays as close to its position as possible. */
export function spreadLabels(
  positions: readonly number[],
  { gap, min, max }: { gap: number; min: number; max: number },
): number[] {
  const order = positions.map((position, index) => ({ position, index })).sort((a, b) => a.position - b.position);
  const spread = order.map(({ position }) => position);
  for (let index = 1; index < spread.length; index += 1)
    spread[index] = Math.max(spread[index]!, spread[index - 1]! + gap);
  let limit = max;
  for (let index = spread.length - 1; index >= 0; index -= 1) {
    spread[index] = Math.max(min, Math.min(spread[index]!, limit));
    limit = spread[index]! - gap;
  }
  const result = [...positions];
  for (const [rank, { index }] of order.entries()) result[index] = spread[rank]!;
  return result;
}
