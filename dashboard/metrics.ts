import type { BrandRow } from './api/types.ts';
import { formatHundredths, formatPercent, formatRoundPercent, formatTenths, formatWhole } from './format.ts';

export type MetricId = 'visibility' | 'share_of_voice' | 'position' | 'sentiment';

export interface Metric {
  id: MetricId;
  name: string;
  /** One sentence for tooltips. */
  description: string;
  read(row: BrandRow): number | undefined;
  format(value: number): string;
  /** A round value, on an axis. */
  formatTick(value: number): string;
  /** A difference, without its sign. */
  formatChange(change: number): string;
  /** Smaller is better: position 1 is the first. */
  isSmallerBetter: boolean;
  /** The axis of a chart: its fixed ends, where it has them. */
  least?: number;
  most?: number;
}

const points = (change: number) => `${formatTenths(Math.abs(change) * 100)} pp`;

export const METRICS: readonly Metric[] = [
  {
    id: 'visibility',
    name: 'Visibility',
    description: 'The share of answers that mention the brand.',
    read: (row) => row.visibility,
    format: formatPercent,
    formatTick: formatRoundPercent,
    formatChange: points,
    isSmallerBetter: false,
    least: 0,
    most: 1,
  },
  {
    id: 'share_of_voice',
    name: 'Share of voice',
    description: 'The share of all mentions of tracked brands that are of this brand.',
    read: (row) => row.share_of_voice,
    format: formatPercent,
    formatTick: formatRoundPercent,
    formatChange: points,
    isSmallerBetter: false,
    least: 0,
    most: 1,
  },
  {
    id: 'position',
    name: 'Position',
    description: 'How early the brand comes in the answers that mention it: 1 is first.',
    read: (row) => row.position,
    format: formatHundredths,
    formatTick: formatTenths,
    formatChange: (change) => formatHundredths(Math.abs(change)),
    isSmallerBetter: true,
    least: 1,
  },
  {
    id: 'sentiment',
    name: 'Sentiment',
    description: 'The tone towards the brand, from 0 to 100; 50 is neutral.',
    read: (row) => row.sentiment,
    format: formatTenths,
    formatTick: formatWhole,
    formatChange: (change) => formatTenths(Math.abs(change)),
    isSmallerBetter: false,
    least: 0,
    most: 100,
  },
];

export function findMetric(id: string | null): Metric {
  return METRICS.find((metric) => metric.id === id) ?? METRICS[0]!;
}
