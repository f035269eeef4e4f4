import type { EventKind } from '../../domain/event.ts';
import type { Page } from '../../domain/paging.ts';
import { isSubscribed, MAX_WEBHOOKS, type Webhook, type WebhookFormat } from '../../domain/webhook.ts';
import { AppError } from '../../errors.ts';
import { toId } from '../../ids.ts';
import type { Db, WebhookTable } from '../schema.ts';
import { nextKeys } from './counters.ts';
import { cancelPending } from './deliveries.ts';

export interface NewWebhook {
  /** The UUID, which is part of what `ciphertext` was encrypted with. */
  id: string;
  url: string;
  format: WebhookFormat;
  events: readonly string[];
  ciphertext: string;
  now: Date;
}

export async function insertWebhook(db: Db, project: number, { events, now, ...values }: NewWebhook): Promise<string> {
  const { total } = await db
    .selectFrom('webhooks')
    .where('project', '=', project)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (total >= MAX_WEBHOOKS) {
    throw new AppError('limit_reached', `The project already has the maximum of ${MAX_WEBHOOKS} webhooks.`);
  }
  const webhook = await nextKeys(db, project, 'webhook');
  const columns = { events: JSON.stringify(events), is_active: true, created_at: now.toISOString() };
  await db
    .insertInto('webhooks')
    .values({ project, webhook, ...values, ...columns })
    .execute();
  return toId('webhook', values.id);
}

export async function listWebhooks(db: Db, project: number, { limit, offset }: Page) {
  const webhooks = db.selectFrom('webhooks').where('project', '=', project);
  const { total } = await webhooks.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await webhooks.selectAll().orderBy('webhook').limit(limit).offset(offset).execute();
  return { data: rows.map(toWebhook), total };
}

function toWebhook({ id, url, format, events, is_active, created_at }: WebhookTable): Webhook {
  return { id: toId('webhook', id), url, format, events: JSON.parse(events), is_active, created_at };
}

export async function findWebhook(db: Db, project: number, webhook: number): Promise<WebhookTable | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('project', '=', project)
    .where('webhook', '=', webhook)
    .executeTakeFirst();
}

/** Active webhooks that are told of events of this kind. */
export async function listSubscribed(db: Db, project: number, kind: EventKind): Promise<number[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['webhook', 'events'])
    .where('project', '=', project)
    .where('is_active', '=', true)
    .orderBy('webhook')
    .execute();
  return rows.filter(({ events }) => isSubscribed(events, kind)).map(({ webhook }) => webhook);
}

export type WebhookUpdate = Partial<Pick<WebhookTable, 'url' | 'events' | 'is_active' | 'ciphertext'>>;

/** Changes a webhook. One that is switched off gets nothing more, not even what waits for it. */
export async function updateWebhook(
  db: Db,
  project: number,
  { webhook, update }: { webhook: number; update: WebhookUpdate },
): Promise<void> {
  if (Object.keys(update).length === 0) return;
  await db.updateTable('webhooks').set(update).where('project', '=', project).where('webhook', '=', webhook).execute();
  if (update.is_active === false) await cancelPending(db, project, webhook);
}

/** Deletes a webhook and its deliveries, but for those that somebody asked for: they count until they are forgotten. */
export async function deleteWebhook(db: Db, project: number, webhook: number): Promise<void> {
  await cancelPending(db, project, webhook);
  const deliveries = db.deleteFrom('deliveries').where('project', '=', project).where('webhook', '=', webhook);
  await deliveries.where('is_manual', '=', false).execute();
  await db.deleteFrom('webhooks').where('project', '=', project).where('webhook', '=', webhook).execute();
}
