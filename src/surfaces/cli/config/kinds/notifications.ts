import { type Static, Type } from 'typebox';
import { Strict } from '../../../../domain/paging.ts';
import { Defaulted } from '../../../../domain/schema.ts';
import { EventKinds, HIDDEN, parseTarget, toHostAlone, WebhookFormat, WebhookUrl } from '../../../../domain/webhook.ts';
import { invalid } from '../../../../errors.ts';
import { collect, defineKind } from '../config-kind.ts';

const NotificationEntry = Strict({
  url: WebhookUrl,
  format: Type.Optional(WebhookFormat),
  events: EventKinds,
  is_active: Defaulted(Type.Boolean(), true),
});
type NotificationEntry = Static<typeof NotificationEntry>;

/** Reads an address of a file, which may have lost the parts that are like passwords. */
function readTarget({ url, format }: NotificationEntry) {
  return parseTarget(url.replace(HIDDEN, 'hidden'), format);
}

function toKey({ url, format }: NotificationEntry): string {
  return `${format} ${url}`;
}

/** Webhooks. Neither an export nor a file that is applied has the secret part of an address, or a signing secret. */
export const notifications = defineKind<NotificationEntry>({
  section: 'notifications',
  noun: 'notification',
  schema: NotificationEntry,
  has_twins: true,
  sets: ['events'],
  toKey,
  toLabel: ({ url }) => url,
  normalize: (entry) => {
    const { format, shown } = readTarget(entry);
    if (!entry.url.includes(HIDDEN) && !shown.includes(HIDDEN)) return { ...entry, url: shown, format };
    const visible = shown.includes(HIDDEN) ? shown : toHostAlone(shown);
    if (entry.url === visible) return { ...entry, format };
    throw invalid('url', `has a part that is like a password and must not be in a file. Write ${visible} instead.`);
  },
  toShared: (entries) => {
    const hosts = new Set(entries.filter(({ url }) => url === toHostAlone(url)).map(toKey));
    return (entry) => {
      const hostAlone = { ...entry, url: toHostAlone(entry.url) };
      return hosts.has(toKey(hostAlone)) ? hostAlone : entry;
    };
  },
  toWritten: (entry) => {
    const { format, ...others } = entry;
    return format === undefined || readTarget(others).format === format ? others : entry;
  },
  read: async ({ client, scope }) => {
    const stored = await collect(client.list('GET /webhooks', scope));
    return stored.map(({ id, url, format, events, is_active }) => ({ id, entry: { url, format, events, is_active } }));
  },
  findManualStep: ({ url }) =>
    url.includes(HIDDEN)
      ? 'cannot be created from a file, because a part of its address is like a password. Create it in the dashboard or with "overheard webhooks create", then apply the file again'
      : undefined,
  create: async ({ client, scope }, { url, format, events, is_active }) => {
    const { id, secret } = await client.call('POST /webhooks', {
      ...scope,
      url,
      events,
      ...(format === undefined ? {} : { format }),
    });
    if (!is_active) await client.call('PATCH /webhooks/{id}', { ...scope, id, is_active });
    if (secret === undefined) return { id };
    return { id, note: `Signing secret of ${url}, shown only this once: ${secret}` };
  },
  update: async ({ client, scope }, { stored: { id }, changes: { events, is_active } }) => {
    await client.call('PATCH /webhooks/{id}', {
      ...scope,
      id,
      ...(events === undefined ? {} : { events }),
      ...(is_active === undefined ? {} : { is_active }),
    });
  },
  remove: {
    run: async ({ client, scope }, { id }) => {
      await client.call('DELETE /webhooks/{id}', { ...scope, id });
    },
  },
});
