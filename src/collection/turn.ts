import { toEntry } from '../ingestion/intake.ts';
import { readAhead } from '../ingestion/readings.ts';
import type { AskError } from '../providers/provider.ts';
import { readHealth, writeHealth } from '../store/queries/channel-health.ts';
import { touchSecret } from '../store/queries/secrets.ts';
import { endQueued } from '../store/queries/tasks.ts';
import type { Db } from '../store/schema.ts';
import { findChannel } from './channel-asks.ts';
import { judge } from './circuit.ts';
import { type Claimed, type ClaimOptions, claimTasks } from './claim.ts';
import { countEnded } from './collection-run.ts';
import type { Landed } from './fly.ts';
import { tellOfSecret } from './refused-secrets.ts';
import type { CollectionServices } from './services.ts';
import { type EndedAsk, settle } from './settle.ts';

const SECRET_TOUCH_MS = 60_000;

interface Turn extends Omit<ClaimOptions, 'services' | 'channel' | 'health'> {
  project: number;
  channel: number;
  arrived: readonly Landed[];
  /** Whether to start further asks. */
  claims: boolean;
}

/** One transaction: stores what has arrived, and starts what may be asked next. */
export async function takeTurn(services: CollectionServices, turn: Turn): Promise<Claimed | null> {
  const { project, channel, arrived, claims, ...limits } = turn;
  const asks = arrived.map(({ ended }) => ended);
  const readings = await readArrived(services, { project, asks });
  await Promise.all(asks.map(({ answer }) => answer?.raw));
  const now = services.now();
  return services.store.write(project, async (transaction) => {
    const { db } = transaction;
    if (asks.length > 0) {
      const ended = await settle(transaction, project, { services, asks, readings });
      await countEnded(db, project, { ended, now });
    }
    const before = await readHealth(db, project, channel);
    let health = before;
    for (const { error } of arrived) {
      if (error === undefined) continue;
      const judged = judge(health, { reason: error?.reason ?? null, now });
      health = judged.health;
      if (judged.gives_up) await giveUp(db, { project, channel, error: error!, now });
    }
    if (JSON.stringify(health) !== JSON.stringify(before)) {
      await writeHealth(db, project, { channel, health });
      await tellOfSecret(db, project, { channel, before, health, now });
    }
    if (!claims) return null;
    const found = await findChannel(db, project, channel);
    const claimed = await claimTasks(db, project, { ...limits, services, channel: found, health });
    await recordUse(db, { project, claimed, now });
    return claimed;
  });
}

/** Reads answers before the transaction, so that other writers of the project need not wait for that. */
async function readArrived(
  services: CollectionServices,
  { project, asks }: { project: number; asks: readonly EndedAsk[] },
) {
  const entries = asks.flatMap(({ answer }, index) => (answer ? toEntry(index, answer.chat) : []));
  if (entries.length === 0) return new Map();
  return readAhead({ services, project, on_duplicate: 'skip' }, entries);
}

async function giveUp(
  db: Db,
  { project, channel, error, now }: { project: number; channel: number; error: AskError; now: Date },
): Promise<void> {
  const ended = await endQueued(db, project, {
    filter: { channel },
    state: 'failed',
    reason: error.reason,
    message: `Not asked, because the channel did not answer after three pauses. ${error.message}`,
  });
  await countEnded(db, project, { ended, now });
}

async function recordUse(
  db: Db,
  { project, claimed: { started, secret }, now }: { project: number; claimed: Claimed; now: Date },
): Promise<void> {
  if (started.length === 0 || secret?.source !== 'stored') return;
  const last = secret.last_used_at === null ? 0 : Date.parse(secret.last_used_at);
  if (now.getTime() - last >= SECRET_TOUCH_MS) await touchSecret(db, project, { name: secret.name, now });
}
