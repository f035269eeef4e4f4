import { sql } from 'kysely';
import { toSentence } from '../../domain/event.ts';
import type { Page } from '../../domain/paging.ts';
import { createUuid, toId } from '../../ids.ts';
import type { Db, DeliveryTable, OutboxTable } from '../schema.ts';
import { nextKeys } from './counters.ts';
import { DELIVERY, wakeWork } from './work.ts';

/** A webhook that cannot be reached gets no more than this: what comes then is not sent to it. */
const MAX_PENDING = 1000;
/** The oldest ones of a project are removed beyond this number. */
const MAX_KEPT = 10_000;

export interface NewDeliveries {
  event: number;
  webhooks: readonly number[];
  is_manual: boolean;
  now: Date;
}

/** Sends an event to webhooks as soon as the transaction is committed. Returns the ids. */
export async function insertDeliveries(
  db: Db,
  project: number,
  { event, webhooks, is_manual, now }: NewDeliveries,
): Promise<string[]> {
  const first = await nextKeys(db, project, 'delivery', webhooks.length);
  const at = now.toISOString();
  const rows = webhooks.map((webhook, index) => ({
    project,
    delivery: first + index,
    id: createUuid(),
    webhook,
    event,
    state: 'pending' as const,
    is_manual,
    attempts: 0,
    status: null,
    message: null,
    created_at: at,
    due_at: at,
    attempted_at: null,
  }));
  await db.insertInto('deliveries').values(rows).execute();
  for (const webhook of webhooks) await wakeWork(db, { project, kind: DELIVERY, subject: webhook });
  return rows.map(({ id }) => toId('delivery', id));
}

/** The webhooks for which not too much is waiting already. */
export async function leaveOutFull(db: Db, project: number, webhooks: readonly number[]): Promise<number[]> {
  if (webhooks.length === 0) return [];
  const rows = await db
    .selectFrom('deliveries')
    .select('webhook')
    .where('project', '=', project)
    .where('state', '=', 'pending')
    .groupBy('webhook')
    .having(({ fn }) => fn.countAll(), '>=', MAX_PENDING)
    .execute();
  const full = new Set(rows.map(({ webhook }) => webhook));
  return webhooks.filter((webhook) => !full.has(webhook));
}

export type DueDelivery = Pick<DeliveryTable, 'delivery' | 'id' | 'attempts' | 'created_at'> & {
  event: Pick<OutboxTable, 'id' | 'kind' | 'created_at'> & { data: unknown };
};

/** The delivery to a webhook that has been due the longest. */
export async function findDueDelivery(
  db: Db,
  project: number,
  { webhook, now }: { webhook: number; now: Date },
): Promise<DueDelivery | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .select(['delivery', 'id', 'attempts', 'created_at', 'event'])
    .where('project', '=', project)
    .where('webhook', '=', webhook)
    .where('state', '=', 'pending')
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')
    .orderBy('delivery')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { event: key, ...delivery } = row;
  const event = await findEvent(db, project, key);
  return event && { ...delivery, event: { ...event, data: JSON.parse(event.data) } };
}

function findEvent(db: Db, project: number, event: number) {
  return db
    .selectFrom('outbox')
    .select(['id', 'kind', 'created_at', 'data'])
    .where('project', '=', project)
    .where('event', '=', event)
    .executeTakeFirst();
}

/** When the next delivery to a webhook is due; null: none is pending. */
export async function findNextDue(db: Db, project: number, webhook: number): Promise<string | null> {
  const row = await db
    .selectFrom('deliveries')
    .select('due_at')
    .where('project', '=', project)
    .where('webhook', '=', webhook)
    .where('state', '=', 'pending')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

export type Attempt = Pick<DeliveryTable, 'state' | 'attempts' | 'status' | 'message' | 'due_at' | 'attempted_at'>;

/** Records what became of an attempt, unless the delivery was cancelled meanwhile. */
export async function recordAttempt(
  db: Db,
  project: number,
  { delivery, attempt }: { delivery: number; attempt: Attempt },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set(attempt)
    .where('project', '=', project)
    .where('delivery', '=', delivery)
    .where('state', '=', 'pending')
    .execute();
}

export async function cancelPending(db: Db, project: number, webhook: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'failed', message: 'The webhook was switched off.', due_at: null })
    .where('project', '=', project)
    .where('webhook', '=', webhook)
    .where('state', '=', 'pending')
    .execute();
}

/** How many deliveries of a project somebody asked for since this time, those to webhooks that were deleted included. */
export async function countManual(db: Db, project: number, since: Date): Promise<number> {
  const { total } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('project', '=', project)
    .where('is_manual', '=', true)
    .where('created_at', '>', since.toISOString())
    .executeTakeFirstOrThrow();
  return total;
}

export async function findDelivery(
  db: Db,
  project: number,
  delivery: number,
): Promise<Pick<DeliveryTable, 'webhook' | 'event'>> {
  return db
    .selectFrom('deliveries')
    .select(['webhook', 'event'])
    .where('project', '=', project)
    .where('delivery', '=', delivery)
    .executeTakeFirstOrThrow();
}

/** Newest first. */
export async function listDeliveries(
  db: Db,
  project: number,
  { webhook, page: { limit, offset } }: { webhook: number; page: Page },
) {
  const deliveries = db.selectFrom('deliveries').where('project', '=', project).where('webhook', '=', webhook);
  const { total } = await deliveries.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const { rows } = await sql<DeliveryTable & { event_id: string; kind: OutboxTable['kind']; data: string }>`
    select d.*, o.id as event_id, o.kind, o.data from deliveries d
    join outbox o on o.project = ${project} and o.event = d.event
    where d.project = ${project} and d.webhook = ${webhook}
    order by d.delivery desc limit ${limit} offset ${offset}`.execute(db);
  const data = rows.map(({ id, event_id, kind, data: json, ...row }) => ({
    id: toId('delivery', id),
    event: { id: toId('event', event_id), kind, text: toSentence(kind, JSON.parse(json)) },
    state: row.state,
    attempts: row.attempts,
    status: row.status,
    message: row.message,
    created_at: row.created_at,
    attempted_at: row.attempted_at,
    next_attempt_at: row.due_at,
  }));
  return { data, total };
}

/** Removes deliveries from before this time and all but the latest ones of the rest, and events that none is left of. */
export async function forgetDeliveries(db: Db, project: number, before: Date): Promise<void> {
  const deliveries = db.deleteFrom('deliveries').where('project', '=', project);
  await deliveries.where('created_at', '<', before.toISOString()).execute();
  const surplus = await db
    .selectFrom('deliveries')
    .select('delivery')
    .where('project', '=', project)
    .orderBy('delivery', 'desc')
    .offset(MAX_KEPT)
    .limit(1)
    .executeTakeFirst();
  if (surplus) {
    await deliveries.where('delivery', '<=', surplus.delivery).where('state', '<>', 'pending').execute();
  }
  await sql`delete from outbox where project = ${project} and not exists (select 1 from deliveries d
    where d.project = ${project} and d.event = outbox.event)`.execute(db);
}
