import { encodePng } from './png.ts';

/** Twice the size at which it is shown, so that it looks sharp on screens with small pixels. */
const WIDTH = 1120;
const HEIGHT = 320;
const MARGIN = 12;
const RADIUS = 3;
const GRID_LINES = 4;

/** Colors that are easy to tell apart, on white and by most color-blind people. */
export const LINE_COLORS = ['#2563eb', '#d97706', '#db2777', '#16a34a', '#6b7280'] as const;
const PALETTE = ['#ffffff', '#e5e7eb', ...LINE_COLORS];
const GRID = 1;
const FIRST_LINE = 2;

export interface LineChart {
  /** What the upper edge stands for; the lower one is 0. */
  top: number;
  png: Buffer;
}

/**
 * Lines of shares from 0 to 1, one value per step each; null leaves a gap. There is no text in the picture: names and
 * numbers stand beside it, where mail clients and screen readers can read them.
 */
export function drawLines(lines: readonly (readonly (number | null)[])[]): LineChart {
  const highest = Math.max(0, ...lines.flat().map((value) => value ?? 0));
  const top = [0.1, 0.25, 0.5].find((bound) => highest <= bound) ?? 1;
  const indexes = new Uint8Array(WIDTH * HEIGHT);
  const toY = (value: number) => HEIGHT - MARGIN - (value / top) * (HEIGHT - 2 * MARGIN);
  for (let line = 0; line <= GRID_LINES; line += 1) {
    const row = Math.round(toY((top * line) / GRID_LINES));
    indexes.fill(GRID, row * WIDTH, (row + 1) * WIDTH);
  }
  // The first line is drawn last, over the others.
  for (const [line, values] of [...lines.entries()].reverse()) {
    const toX = (step: number) => MARGIN + (step / Math.max(1, values.length - 1)) * (WIDTH - 2 * MARGIN);
    let before: { x: number; y: number } | null = null;
    for (const [step, value] of values.entries()) {
      const point = value === null ? null : { x: toX(step), y: toY(value) };
      if (point) drawStroke(indexes, { from: before ?? point, to: point, color: FIRST_LINE + line });
      before = point;
    }
  }
  return { top, png: encodePng({ width: WIDTH, height: HEIGHT, indexes, palette: PALETTE }) };
}

interface Stroke {
  from: { x: number; y: number };
  to: { x: number; y: number };
  color: number;
}

function drawStroke(indexes: Uint8Array, { from, to, color }: Stroke): void {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))));
  for (let step = 0; step <= steps; step += 1) {
    const x = Math.round(from.x + ((to.x - from.x) * step) / steps);
    const y = Math.round(from.y + ((to.y - from.y) * step) / steps);
    for (let row = y - RADIUS; row <= y + RADIUS; row += 1) {
      const half = Math.floor(Math.sqrt(RADIUS ** 2 - (row - y) ** 2));
      indexes.fill(color, row * WIDTH + x - half, row * WIDTH + x + half + 1);
    }
  }
}
