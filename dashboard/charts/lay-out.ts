import { toBandPath, toDomain, toPath } from './scale.ts';
import type { Series } from './series.ts';

interface Place {
  /** The edges of the plot in pixels. */
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** How many values a line has. */
  count: number;
  isInverted: boolean;
  min: number | undefined;
  max: number | undefined;
}

/** Where everything in a chart stands. This takes a while with many values, and the cursor changes none of it. */
export function layOut(series: readonly Series[], { left, right, top, bottom, count, isInverted, min, max }: Place) {
  const shown = series.flatMap(({ values, bounds = [] }) => [
    ...values,
    ...bounds.flatMap((limits) => (limits ? [limits.low, limits.high] : [])),
  ]);
  const [low, high] = toDomain(
    shown.filter((value) => value !== undefined),
    { min, max },
  );
  const toX = (index: number) => left + (count < 2 ? 0.5 : index / (count - 1)) * (right - left);
  const toY = (value: number) => {
    const share = high === low ? 0.5 : (value - low) / (high - low);
    return isInverted ? top + share * (bottom - top) : bottom - share * (bottom - top);
  };
  const lines = series.map((line) => {
    const points = line.values.map((value, index) =>
      value === undefined ? undefined : { x: toX(index), y: toY(value) },
    );
    const band = line.bounds?.map((limits, index) => {
      if (!limits) return undefined;
      const edges = [toY(limits.low), toY(limits.high)];
      return { x: toX(index), top: Math.min(...edges), bottom: Math.max(...edges) };
    });
    return {
      ...line,
      points,
      last: points.findLast((point) => point !== undefined),
      path: toPath(points),
      band: band && toBandPath(band),
    };
  });
  return { low, high, toX, toY, lines };
}
