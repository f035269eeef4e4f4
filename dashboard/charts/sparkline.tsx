import { toDomain, toPath } from './scale.ts';

const WIDTH = 88;
const HEIGHT = 24;
const EDGE = 3;

interface SparklineProps {
  values: readonly (number | undefined)[];
  /** Draws small values at the top, because smaller is better. */
  isInverted?: boolean;
  min?: number | undefined;
  max?: number | undefined;
}

/** A small line without numbers that shows how a value developed. */
export function Sparkline({ values, isInverted = false, min, max }: SparklineProps) {
  const [low, high] = toDomain(
    values.filter((value) => value !== undefined),
    { min, max },
  );
  const points = values.map((value, index) => {
    if (value === undefined) return undefined;
    const share = high === low ? 0.5 : (value - low) / (high - low);
    return {
      x: EDGE + (values.length < 2 ? 0.5 : index / (values.length - 1)) * (WIDTH - 2 * EDGE),
      y: EDGE + (isInverted ? share : 1 - share) * (HEIGHT - 2 * EDGE),
    };
  });
  const last = points.findLast((point) => point !== undefined);
  return (
    <svg className="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path d={toPath(points)} />
      {last ? <circle cx={last.x} cy={last.y} r="2.2" /> : null}
    </svg>
  );
}
