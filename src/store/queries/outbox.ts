import type { EventData, EventKind } from '../../domain/event.ts';
import { createUuid } from '../../ids.ts';
import type { Db } from '../schema.ts';
import { nextKeys } from './counters.ts';
import { insertDeliveries, leaveOutFull } from './deliveries.ts';
import { listSubscribed } from './webhooks.ts';

interface NewEvent<Kind extends EventKind> {
  kind: Kind;
  data: EventData<Kind>;
  now: Date;
}

/** Stores an event, and returns its key. */
export async function insertEvent<Kind extends EventKind>(
  db: Db,
  project: number,
  { kind, data, now }: NewEvent<Kind>,
): Promise<number> {
  const event = await nextKeys(db, project, 'event');
  await db
    .insertInto('outbox')
    .values({ project, event, id: createUuid(), kind, data: JSON.stringify(data), created_at: now.toISOString() })
    .execute();
  return event;
}

/**
 * Tells the webhooks of the project about a change, in the transaction of the change: both are kept, or neither. Where no
 * webhook wants to know, nothing is stored.
 */
export async function emitEvent<Kind extends EventKind>(db: Db, project: number, event: NewEvent<Kind>): Promise<void> {
  const webhooks = await leaveOutFull(db, project, await listSubscribed(db, project, event.kind));
  if (webhooks.length === 0) return;
  const key = await insertEvent(db, project, event);
  await insertDeliveries(db, project, { event: key, webhooks, is_manual: false, now: event.now });
}
