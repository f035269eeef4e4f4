import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COLORS } from '../../src/domain/color-names.ts';

const TOKENS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
/** Graphics need this contrast with their background (WCAG 2.2, 1.4.11). */
const LEAST_CONTRAST = 3;
/** The least difference at which two thin lines are told apart at a glance, as a distance in Oklab. */
const LEAST_DISTANCE = 0.075;
const CLEAR_DISTANCE = 0.2;

const THEMES = [
  { theme: 'light', place: 0 },
  { theme: 'dark', place: 1 },
] as const;

function readPair(pattern: RegExp): [string, string] {
  const [, light, dark] = pattern.exec(TOKENS)!;
  return [light!, dark!];
}

const readColor = (name: string) =>
  readPair(
    name === 'gray'
      ? /\[data-color\] \{\s*--hue: light-dark\((#\w{6}), (#\w{6})\)/
      : new RegExp(`\\[data-color="${name}"\\] \\{\\s*--hue: light-dark\\((#\\w{6}), (#\\w{6})\\)`),
  );

function toLinear(color: string): [number, number, number] {
  const channels = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255);
  return channels.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as never;
}

function toOklab(color: string): [number, number, number] {
  const [red, green, blue] = toLinear(color);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

function measureDistance(a: string, b: string): number {
  const other = toOklab(b);
  return Math.hypot(...toOklab(a).map((value, index) => value - other[index]!));
}

function measureContrast(a: string, b: string): number {
  const toLuminance = (color: string) => {
    const [red, green, blue] = toLinear(color);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, light] = [toLuminance(a), toLuminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe.each(THEMES)('the colors of brands in the $theme theme', ({ place }) => {
  const paper = readPair(/--paper: light-dark\((#\w{6}), (#\w{6})\)/)[place];
  const colors = COLORS.map((name) => ({ name, color: readColor(name)[place] }));

  it('stand out from the background', () => {
    const faint = colors.filter(({ color }) => measureContrast(color, paper) < LEAST_CONTRAST);
    expect(faint).toEqual([]);
  });

  it('can be told apart, each from every other', () => {
    const alike = colors.flatMap((a, index) =>
      colors
        .slice(index + 1)
        .filter((b) => measureDistance(a.color, b.color) < LEAST_DISTANCE)
        .map((b) => `${a.name} and ${b.name}`),
    );
    expect(alike).toEqual([]);
  });

  it('keep indigo and violet well apart', () => {
    expect(measureDistance(readColor('indigo')[place], readColor('violet')[place])).toBeGreaterThan(CLEAR_DISTANCE);
  });
});
