import type { Ask, Price } from '../domain/ask.ts';
import { MAX_COST } from '../domain/limits.ts';
import { toBillionths } from '../domain/money.ts';
import { AskError, type Reply, type Usage } from '../providers/provider.ts';
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

/** The cost of an ask in billionths of a dollar; null if it is unknown. Throws if it is out of bounds. */
export function toCost(
  { usage, billed }: Pick<Reply, 'usage' | 'billed'>,
  { ask, price }: { ask: Ask; price: Price | null },
): number | null {
  if (ask.price === undefined && billed !== null) return checkCost(billed, 'The provider reports');
  if (price === null || !isCounted(price, usage)) return null;
  return checkCost(applyPrice(price, usage), 'By its price, the ask has');
}

/** One absurd number would stand in every sum of the project, and block its budget. */
function checkCost(dollars: number, source: string): number {
  if (dollars >= 0 && dollars <= MAX_COST) return toBillionths(dollars);
  const message = `${source} a cost of ${dollars} dollars. The cost of one ask must be from 0 to ${MAX_COST} dollars.`;
  // The provider answered, so it may bill the ask.
  throw new AskError('bad_response', message, { is_end_unknown: true });
}

/**
 * What to reserve for an ask, in billionths of a dollar: the price of the most that the channel's last answers used. Without
 * a price it is the most that the provider billed for one of them; null if that is unknown too.
 */
export function toReservation(price: Price | null, { ask, maxima }: { ask: Ask; maxima: Maxima }): number | null {
  if (price === null) return maxima.cost === null ? null : Math.min(maxima.cost, toBillionths(MAX_COST));
  const output_tokens = maxima.output_tokens ?? FIRST_GUESS.output_tokens;
  const dollars = applyPrice(price, {
    input_tokens: maxima.input_tokens ?? FIRST_GUESS.input_tokens,
    cached_input_tokens: 0,
    output_tokens: Math.min(output_tokens, ask.max_output_tokens ?? output_tokens),
    searches: maxima.searches ?? FIRST_GUESS.searches,
  });
  return toBillionths(Math.min(dollars, MAX_COST));
}

/** Whether everything is known that the price is for. */
function isCounted({ input = 0, output = 0 }: Price, { input_tokens, output_tokens }: Usage): boolean {
  return (input === 0 || input_tokens !== null) && (output === 0 || output_tokens !== null);
}

/** In dollars. */
function applyPrice(
  { input = 0, cached_input = input, output = 0, request = 0, search = 0 }: Price,
  usage: Usage,
): number {
  const cached = usage.cached_input_tokens ?? 0;
  const fresh = Math.max(0, (usage.input_tokens ?? 0) - cached);
  const tokens = (fresh * input + cached * cached_input + (usage.output_tokens ?? 0) * output) / MILLION;
  return tokens + request + usage.searches * search;
}
