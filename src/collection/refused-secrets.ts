import type { EventData } from '../domain/event.ts';
import type { ChannelHealth } from '../store/queries/channel-health.ts';
import { deleteNotice, insertNotice } from '../store/queries/notices.ts';
import { emitEvent } from '../store/queries/outbox.ts';
import type { Db } from '../store/schema.ts';
import { findChannel } from './channel-asks.ts';

type Refusal = Omit<EventData<'secret_refused'>, 'state'>;

const toNotice = (secret: string) => `secret ${secret}`;

/** Tells webhooks once that a secret is refused, and once that it is accepted again. */
export async function tellOfSecret(
  db: Db,
  project: number,
  { channel, before, health, now }: { channel: number; before: ChannelHealth; health: ChannelHealth; now: Date },
): Promise<void> {
  const isRefused = health.paused_reason === 'unauthorized' && before.paused_reason !== 'unauthorized';
  const isAnswered = health.paused_reason === null && before.paused_reason !== null;
  if (!isRefused && !isAnswered) return;
  const found = await findChannel(db, project, channel);
  const secret = found?.ask?.secret;
  if (secret === undefined) return;
  if (isAnswered) return endRefusal(db, project, { secret, now });
  const data: Refusal = { secret, model_channel: { id: found!.channel_id, name: found!.name } };
  // Several channels may use the same secret.
  if (!(await insertNotice(db, project, { name: toNotice(secret), data, now }))) return;
  await emitEvent(db, project, { kind: 'secret_refused', data: { state: 'began', ...data }, now });
}

/** The secret works again, was replaced, or its channel uses another one. */
export async function endRefusal(
  db: Db,
  project: number,
  { secret, now }: { secret: string; now: Date },
): Promise<void> {
  const data = await deleteNotice<Refusal>(db, project, toNotice(secret));
  if (data) await emitEvent(db, project, { kind: 'secret_refused', data: { state: 'ended', ...data }, now });
}
