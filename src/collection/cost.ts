import type { Ask, Price } from '../domain/ask.ts';
import { toBillionths } from '../domain/money.ts';
import type { Reply, Usage } from '../providers/provider.ts';
import type { Maxima } from '../store/queries/tasks.ts';
import type { CollectionServices } from './services.ts';

/** What an ask is taken to use before its channel has answered once. */
const FIRST_GUESS = { input_tokens: 10_000, output_tokens: 2000, searches: 1 };
const MILLION = 1_000_000;
const FREE: Price = {};

/** What asks of a channel cost; null if nobody knows. Providers that bill themselves say it only afterwards. */
export function findAskPrice(ask: Ask, { findPrice }: Pick<CollectionServices, 'findPrice'>): Price | null {
  if (ask.kind === 'demo') return FREE;
  return ask.price ?? findPrice(ask.kind, ask.model ?? '');
}

/** What an ask cost, in billionths of a dollar; null if nobody knows. */
export function toCost(
  { usage, billed }: Pick<Reply, 'usage' | 'billed'>,
  { ask, price }: { ask: Ask; price: Price | null },
): number | null {
  if (ask.price === undefined && billed !== null) return toBillionths(billed);
  return price === null ? null : applyPrice(price, usage);
}

/**
 * What to reserve for an ask, in billionths of a dollar: the price of the most that the channel's last answers used. Without
 * a price it is the most that the provider billed for one of them; null if that is unknown too.
 */
export function toReservation(price: Price | null, { ask, maxima }: { ask: Ask; maxima: Maxima }): number | null {
  if (price === null) return maxima.cost;
  const output_tokens = maxima.output_tokens ?? FIRST_GUESS.output_tokens;
  return applyPrice(price, {
    input_tokens: maxima.input_tokens ?? FIRST_GUESS.input_tokens,
    cached_input_tokens: 0,
    output_tokens: Math.min(output_tokens, ask.max_output_tokens ?? output_tokens),
    searches: maxima.searches ?? FIRST_GUESS.searches,
  });
}

function applyPrice(
  { input = 0, cached_input = input, output = 0, request = 0, search = 0 }: Price,
  usage: Usage,
): number {
  const cached = usage.cached_input_tokens ?? 0;
  const fresh = Math.max(0, (usage.input_tokens ?? 0) - cached);
  const tokens = (fresh * input + cached * cached_input + (usage.output_tokens ?? 0) * output) / MILLION;
  return toBillionths(tokens + request + usage.searches * search);
}
