import type { BrandRow } from './api/types.ts';
import {
  formatPercent,
  formatPercentTick,
  formatPoints,
  formatPosition,
  formatSentiment,
  formatTick,
} from './format.ts';

export type MetricId = 'visibility' | 'share_of_voice' | 'position' | 'sentiment';

/** A part of the answers that a value comes from. */
export interface Part {
  name: 'positive' | 'mixed' | 'negative';
  /** From 0 to 1. */
  share: number;
}

export interface Metric {
  id: MetricId;
  name: string;
  /** One sentence for tooltips. */
  description: string;
  read(row: BrandRow): number | undefined;
  /** How many answers the value comes from. */
  count(row: Pick<BrandRow, 'visibility_total' | 'visibility_count' | 'sentiment_count'>): number;
  /** What these answers divide into, if an average says too little. */
  divide?(row: BrandRow): Part[];
  format(value: number): string;
  /** Formats a round value on an axis. */
  formatTick(value: number): string;
  /** Formats a difference without its sign. */
  formatChange(change: number): string;
  /** For example, position 1 is the best. */
  isSmallerBetter: boolean;
  /** The limits of a chart's axis, if the metric has any. */
  min?: number;
  max?: number;
}

export const METRICS: readonly Metric[] = [
  {
    id: 'visibility',
    name: 'Visibility',
    description: 'Share of answers that mention the brand.',
    read: (row) => row.visibility,
    count: (row) => row.visibility_total,
    format: formatPercent,
    formatTick: formatPercentTick,
    formatChange: formatPoints,
    isSmallerBetter: false,
    min: 0,
    max: 1,
  },
  {
    id: 'share_of_voice',
    name: 'Share of voice',
    description: "The brand's share of all mentions of tracked brands.",
    read: (row) => row.share_of_voice,
    count: (row) => row.visibility_total,
    format: formatPercent,
    formatTick: formatPercentTick,
    formatChange: formatPoints,
    isSmallerBetter: false,
    min: 0,
    max: 1,
  },
  {
    id: 'position',
    name: 'Position',
    description: 'Average position of the brand among the tracked brands in an answer. 1 is first.',
    read: (row) => row.position,
    count: (row) => row.visibility_count,
    format: formatPosition,
    formatTick,
    formatChange: (change) => formatPosition(Math.abs(change)),
    isSmallerBetter: true,
    min: 1,
  },
  {
    id: 'sentiment',
    name: 'Sentiment',
    description: 'Sentiment toward the brand, from 0 (negative) to 100 (positive). 50 is neutral.',
    read: (row) => row.sentiment,
    count: (row) => row.sentiment_count,
    divide: toSentimentParts,
    format: formatSentiment,
    formatTick,
    formatChange: (change) => formatSentiment(Math.abs(change)),
    isSmallerBetter: false,
    min: 0,
    max: 100,
  },
];

export function findMetric(id: string | null): Metric {
  return METRICS.find((metric) => metric.id === id) ?? METRICS[0]!;
}

function toSentimentParts(row: BrandRow): Part[] {
  const { sentiment_count: all, sentiment_positive_count: positive, sentiment_negative_count: negative } = row;
  if (all === 0) return [];
  return [
    { name: 'positive', share: positive / all },
    { name: 'mixed', share: (all - positive - negative) / all },
    { name: 'negative', share: negative / all },
  ];
}

/** `62.5% positive`. */
export function describePart({ name, share }: Part): string {
  return `${formatPercent(share)} ${name}`;
}
