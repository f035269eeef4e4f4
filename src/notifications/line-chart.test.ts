import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawLines } from './line-chart.ts';

/** The colors of a PNG with a palette, as numbers. */
function decode(png: Buffer) {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const header = chunks.get('IHDR')!;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(chunks.get('IDAT')!);
  return { width, height, at: (x: number, y: number) => rows[y * (width + 1) + 1 + x]! };
}

describe('a chart of lines', () => {
  it('has each line where its values are, between 0 and a round number', () => {
    const { top, png } = drawLines([
      [0.4, 0.4],
      [0, 0],
    ]);
    expect(top).toBe(0.5);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const { width, height, at } = decode(png);
    const column = Array.from({ length: height }, (_, y) => at(width / 2, y));
    const [first, second] = [column.indexOf(2), column.indexOf(3)];
    expect(first).toBeGreaterThan(height * 0.15);
    expect(first).toBeLessThan(height * 0.3);
    expect(second).toBeGreaterThan(height * 0.9);
  });

  it('has gaps where nothing is known, and may be empty', () => {
    const { width, height, at } = decode(drawLines([[1, null, null, 1]]).png);
    const column = Array.from({ length: height }, (_, y) => at(width / 2, y));
    expect(new Set(column)).toEqual(new Set([0, 1]));
    expect(drawLines([]).top).toBe(0.1);
  });
});
