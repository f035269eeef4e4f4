import { toCountryKey } from '../domain/countries.ts';
import { countPlannedPrompts } from '../store/queries/planned-prompts.ts';
import { readAverageCost, readMaxima } from '../store/queries/tasks.ts';
import type { Db } from '../store/schema.ts';
import type { AskableChannel } from './channel-asks.ts';
import type { NewCollection } from './collection-run.ts';
import { findAskPrice, toReservation } from './cost.ts';
import type { CollectionServices } from './services.ts';

/** What a run asks. */
export interface Basket {
  /** Keys of prompts; null: all that are not archived. */
  prompts: number[] | null;
  channels: AskableChannel[];
  /** Channels that are asked although they are not active. */
  named: ReadonlySet<number>;
  replicates: number;
}

export interface Estimate {
  asks: number;
  /** Tasks that are not asked because their channel does not serve the country. */
  skipped: number;
  /** In billionths of a dollar: the sum of what is known. */
  cost: number;
  cost_known: boolean;
}

/** How much a run would ask, and what that would cost. */
export async function estimate(
  db: Db,
  project: number,
  { basket, services }: { basket: Basket; services: Pick<CollectionServices, 'findPrice'> },
): Promise<Estimate> {
  const prompts = await countPlannedPrompts(db, project, basket.prompts);
  const result: Estimate = { asks: 0, skipped: 0, cost: 0, cost_known: true };
  for (const channel of basket.channels) {
    const unserved = new Set(channel.unsupported_country_codes.map(toCountryKey));
    let asks = 0;
    for (const [country, count] of prompts) {
      if (unserved.has(country)) result.skipped += count * basket.replicates;
      else asks += count * basket.replicates;
    }
    result.asks += asks;
    const cost = await estimateAsk(db, project, { channel, services });
    if (cost === null) result.cost_known = false;
    else result.cost += asks * cost;
  }
  return result;
}

/** What an ask of a channel usually costs; before there is an answer, what would be reserved for it. */
async function estimateAsk(
  db: Db,
  project: number,
  { channel, services }: { channel: AskableChannel; services: Pick<CollectionServices, 'findPrice'> },
): Promise<number | null> {
  const average = await readAverageCost(db, project, channel.key);
  if (average !== null) return Math.round(average);
  const { ask } = channel;
  return toReservation(findAskPrice(ask, services), { ask, maxima: await readMaxima(db, project, channel.key) });
}

/** The basket as a run keeps it. */
export function toPlanned({
  prompts,
  channels,
  named,
  replicates,
}: Basket): Pick<NewCollection, 'prompts' | 'channels' | 'replicates'> {
  return {
    prompts,
    replicates,
    channels: channels.map(({ key, unsupported_country_codes }) => ({
      channel: key,
      is_named: named.has(key),
      unsupported: unsupported_country_codes.map(toCountryKey),
    })),
  };
}
