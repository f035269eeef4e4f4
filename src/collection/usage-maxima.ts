import { type Maxima, readMaxima } from '../store/queries/tasks.ts';
import type { Db } from '../store/schema.ts';

/** Looking at a channel's last answers takes longer than the other reads before an ask. */
const REMEMBERED_MS = 60_000;

export interface UsageMaxima {
  /** The most that one of the channel's last answers used. */
  read(db: Db, now: Date): Promise<Maxima>;
  /** Takes an answer that has just come into account. */
  add(used: Maxima): void;
}

/** Remembers for a while what answers of a channel use at most. */
export function createUsageMaxima(project: number, channel: number): UsageMaxima {
  let known: Maxima | undefined;
  let readAt = 0;
  return {
    read: async (db, now) => {
      if (known === undefined || now.getTime() - readAt > REMEMBERED_MS) {
        known = await readMaxima(db, project, channel);
        readAt = now.getTime();
      }
      return known;
    },
    add: (used) => {
      if (known === undefined) return;
      known = {
        input_tokens: toMost(known.input_tokens, used.input_tokens),
        output_tokens: toMost(known.output_tokens, used.output_tokens),
        searches: toMost(known.searches, used.searches),
        cost: toMost(known.cost, used.cost),
      };
    },
  };
}

function toMost(first: number | null, second: number | null): number | null {
  if (first === null || second === null) return first ?? second;
  return Math.max(first, second);
}
