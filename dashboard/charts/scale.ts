/** Round numbers between two ends, about as many as asked for. */
export function toTicks(least: number, most: number, count: number): number[] {
  const span = most - least;
  if (!(span > 0)) return [least];
  const rough = span / Math.max(1, count);
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((candidate) => candidate >= rough)!;
  const ticks: number[] = [];
  for (let place = Math.ceil(least / step - 1e-9); place * step <= most + step * 1e-9; place += 1)
    ticks.push(Number((place * step).toPrecision(12)));
  return ticks;
}

/** The ends of an axis: a little beyond the values, inside what the metric allows. */
export function toDomain(
  values: readonly number[],
  {
    least = Number.NEGATIVE_INFINITY,
    most = Number.POSITIVE_INFINITY,
  }: { least?: number | undefined; most?: number | undefined },
): [number, number] {
  if (values.length === 0) return [Number.isFinite(least) ? least : 0, Number.isFinite(most) ? most : 1];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = (high - low || Math.abs(high) || 1) * 0.12;
  return [Math.max(least, low - room), Math.min(most, high + room)];
}

/** Some of the places from 0 to count - 1, evenly spread, the first and the last among them where there is room. */
export function pickPlaces(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, place) => place);
  const step = Math.ceil((count - 1) / (most - 1));
  const places: number[] = [];
  for (let place = 0; place < count; place += step) places.push(place);
  return places;
}

/** A line through the points that have a value; it breaks where there is none. */
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

/** Moves labels apart so that none covers another, each staying as near to its place as it can. */
export function spreadLabels(
  places: readonly number[],
  { gap, least, most }: { gap: number; least: number; most: number },
): number[] {
  const order = places.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
  const spread = order.map(({ place }) => place);
  for (let index = 1; index < spread.length; index += 1)
    spread[index] = Math.max(spread[index]!, spread[index - 1]! + gap);
  let limit = most;
  for (let index = spread.length - 1; index >= 0; index -= 1) {
    spread[index] = Math.max(least, Math.min(spread[index]!, limit));
    limit = spread[index]! - gap;
  }
  const result = [...places];
  for (const [rank, { index }] of order.entries()) result[index] = spread[rank]!;
  return result;
}
