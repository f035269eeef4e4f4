import { toCounted } from '../domain/counted.ts';

/** What two periods have in common. Pairs are of prompt and channel; answers are distinct ones, of both periods together. */
export interface BasketCounts {
  /** Answers in pairs that have answers in both periods. */
  shared: number;
  /** Answers of this period in pairs without answers before. */
  only_now: number;
  /** Answers of the earlier period in pairs without answers now. */
  only_before: number;
  new_prompts: number;
  dropped_prompts: number;
  new_channels: number;
  dropped_channels: number;
}

export interface Basket {
  shared: number;
  only_now: number;
  only_before: number;
  warnings: string[];
}

/** Below this, the reader should know that part of the answers is left out. */
const ENOUGH_SHARED = 0.9;

/** The shares of answers that can and cannot be compared, and what to tell the reader about them. */
export function describeBasket(counts: BasketCounts): Basket {
  const total = counts.shared + counts.only_now + counts.only_before;
  if (total === 0) {
    return { shared: 0, only_now: 0, only_before: 0, warnings: ['Neither period has answers.'] };
  }
  const shared = counts.shared / total;
  const shares = { shared, only_now: counts.only_now / total, only_before: counts.only_before / total };
  if (shared >= ENOUGH_SHARED) return { ...shares, warnings: [] };
  if (counts.shared === 0) {
    return {
      ...shares,
      warnings: ['No prompt has answers from the same channel in both periods, so nothing can be compared.'],
    };
  }
  return { ...shares, warnings: [describeShared(shared), ...describeDifference(counts)] };
}

function describeShared(shared: number): string {
  // Never rounded up to the share from which there is no warning.
  const percent = Math.floor(shared * 100);
  return `Only ${percent}% of the answers come from prompts and channels that both periods have. Changes are computed from these answers alone.`;
}

function describeDifference(counts: BasketCounts): string[] {
  const added = listCounts(counts.new_prompts, counts.new_channels);
  const dropped = listCounts(counts.dropped_prompts, counts.dropped_channels);
  if (added === '' && dropped === '') {
    return ['All prompts and channels are in both periods, but some prompts were asked on other channels.'];
  }
  return [
    ...(added === '' ? [] : [`New in this period: ${added}.`]),
    ...(dropped === '' ? [] : [`Only in the earlier period: ${dropped}.`]),
  ];
}

function listCounts(prompts: number, channels: number): string {
  const words = [
    ...(prompts === 0 ? [] : [toCounted(prompts, 'prompt')]),
    ...(channels === 0 ? [] : [toCounted(channels, 'channel')]),
  ];
  return words.join(' and ');
}
