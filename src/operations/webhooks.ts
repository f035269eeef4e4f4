import { Type } from 'typebox';
import type { Vault } from '../collection/vault.ts';
import { includesRight } from '../domain/key.ts';
import { Created, List, Paging, Strict, toList } from '../domain/paging.ts';
import {
  Delivery,
  EventKinds,
  KEEP_DAYS,
  MAX_WEBHOOKS,
  OLD_SECRET_HOURS,
  parseTarget,
  RETRY_HOURS,
  rotateSecret,
  toHostAlone,
  Webhook,
  WebhookFormat,
  type WebhookSecrets,
  WebhookUrl,
} from '../domain/webhook.ts';
import { AppError, invalid, notFound } from '../errors.ts';
import { createUuid } from '../ids.ts';
import { createSigningSecret } from '../notifications/signature.ts';
import { startWatches } from '../notifications/watches.ts';
import { openWebhook, sealWebhook } from '../notifications/webhook-secrets.ts';
import {
  countManual,
  findDelivery,
  insertDeliveries,
  leaveOutFull,
  listDeliveries,
} from '../store/queries/deliveries.ts';
import { insertEvent } from '../store/queries/outbox.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  updateWebhook,
  type WebhookUpdate,
} from '../store/queries/webhooks.ts';
import type { Db, WebhookTable } from '../store/schema.ts';
import { defineChange } from './define-change.ts';
import { requireKey } from './objects.ts';
import { defineOperation } from './operation.ts';

const group = 'Webhooks';
const HOUR_MS = 3_600_000;
/** Tests and repetitions in a project per hour: nobody is flooded by way of them. */
const MAX_MANUAL_PER_HOUR = 60;

export const webhookOperations = [
  defineOperation({
    id: 'list_webhooks',
    method: 'GET',
    path: '/webhooks',
    group,
    summary: 'List Webhooks',
    scope: 'project',
    right: 'read',
    input: Paging,
    output: List(Webhook),
    handle: async ({ reader, caller, project, input }) => {
      const { data, total } = await listWebhooks(reader.db, project, input);
      if (includesRight(caller.rights, 'write')) return toList({ data, total });
      return toList({ data: data.map((webhook) => ({ ...webhook, url: toHostAlone(webhook.url) })), total });
    },
  }),
  defineOperation({
    id: 'create_webhook',
    method: 'POST',
    path: '/webhooks',
    group,
    summary: 'Create Webhook',
    description: `Sends events of the project to a URL or an e-mail address from now on. Requests are signed with \`secret\`, which is returned only this once. A project can have ${MAX_WEBHOOKS} webhooks.`,
    scope: 'project',
    right: 'write',
    creates: true,
    is_idempotent: true,
    toRepeated: ({ id }) => ({ id }),
    input: { url: WebhookUrl, events: EventKinds, format: Type.Optional(WebhookFormat) },
    output: Strict({
      id: Type.String(),
      secret: Type.Optional(Type.String({ description: 'The key that requests are signed with. E-mail has none.' })),
    }),
    handle: async ({ context, project, input: { url, events, format: asked }, write }) => {
      const { format, shown, url: address } = parseTarget(url, asked);
      if (format === 'email' && context.sendMail === null) {
        throw invalid('url', 'E-mail is not set up on this service. Set SMTP_URL and SMTP_FROM, and start it again.');
      }
      const uuid = createUuid();
      const secret = createSigningSecret();
      const ciphertext = sealWebhook(context.vault, project, { id: uuid, secrets: { url: address, secret } });
      const webhook = { id: uuid, url: shown, format, events, ciphertext, now: context.now() };
      return write(async ({ db }) => {
        const id = await insertWebhook(db, project, webhook);
        await startWatches(db, project);
        return format === 'email' ? { id } : { id, secret };
      });
    },
  }),
  defineChange({
    id: 'update_webhook',
    method: 'PATCH',
    path: '/webhooks/{id}',
    group,
    summary: 'Update Webhook',
    description: 'Changes a webhook; its secret and its format stay. A webhook with `is_active` false gets nothing.',
    kind: 'webhook',
    input: {
      url: Type.Optional(WebhookUrl),
      events: Type.Optional(EventKinds),
      is_active: Type.Optional(Type.Boolean()),
    },
    change: async ({ db }, { context, project, key, input: { url, events, is_active } }) => {
      const row = (await findWebhook(db, project, key))!;
      const update: WebhookUpdate = {
        ...(events ? { events: JSON.stringify(events) } : {}),
        ...(is_active === undefined ? {} : { is_active }),
      };
      if (url !== undefined) {
        const target = parseTarget(url, toAsked(row, url));
        const secrets = { ...requireSecrets(context.vault, project, row), url: target.url };
        Object.assign(update, {
          url: target.shown,
          ciphertext: sealWebhook(context.vault, project, { id: row.id, secrets }),
        });
      }
      await updateWebhook(db, project, { webhook: key, update });
      await startWatches(db, project);
    },
  }),
  defineOperation({
    id: 'rotate_webhook_secret',
    method: 'POST',
    path: '/webhooks/{id}/secret',
    group,
    summary: 'Rotate Webhook Secret',
    description: `Replaces the secret that requests are signed with, and returns the new one only this once. For ${OLD_SECRET_HOURS} hours, requests are signed with both, so that the receiver can be changed meanwhile. Rotating again within that time ends the older of the two at once.`,
    scope: 'project',
    right: 'write',
    command: ['webhooks', 'rotate-secret'],
    input: { id: Type.String() },
    output: Strict({ secret: Type.String({ description: 'The key that requests are signed with from now on.' }) }),
    handle: async ({ context, project, input: { id }, write }) => {
      const secret = createSigningSecret();
      await write(async ({ db }) => {
        const webhook = await requireKey(db, project, { kind: 'webhook', id });
        const row = (await findWebhook(db, project, webhook))!;
        if (row.format === 'email') throw new AppError('wrong_state', 'E-mail is not signed, so it has no secret.');
        const before = requireSecrets(context.vault, project, row);
        const secrets = rotateSecret(before, { secret, now: context.now() });
        const ciphertext = sealWebhook(context.vault, project, { id: row.id, secrets });
        await updateWebhook(db, project, { webhook, update: { ciphertext } });
      });
      return { secret };
    },
  }),
  defineChange({
    id: 'delete_webhook',
    method: 'DELETE',
    path: '/webhooks/{id}',
    group,
    summary: 'Delete Webhook',
    description: 'Deletes a webhook and the list of its deliveries.',
    kind: 'webhook',
    change: async ({ db }, { project, key }) => deleteWebhook(db, project, key),
  }),
  defineSending({
    id: 'test_webhook',
    path: '/webhooks/{id}/test',
    summary: 'Test Webhook',
    description:
      'Sends an event of the kind `test`. Returns the id of its delivery, whose state says what became of it.',
    kind: 'webhook',
    prepare: async (db, project, { key, now }) => ({
      webhook: key,
      event: await insertEvent(db, project, { kind: 'test', data: {}, now }),
    }),
  }),
  defineOperation({
    id: 'list_deliveries',
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    group,
    summary: 'List Deliveries',
    description: `What was sent to a webhook in the last ${KEEP_DAYS} days, newest first. What could not be delivered is tried again for ${RETRY_HOURS} hours.`,
    scope: 'project',
    right: 'read',
    input: { id: Type.String(), ...Paging },
    output: List(Delivery),
    handle: async ({ reader: { db }, project, input: { id, ...page } }) => {
      const webhook = await requireKey(db, project, { kind: 'webhook', id });
      return toList(await listDeliveries(db, project, { webhook, page }));
    },
  }),
  defineSending({
    id: 'repeat_delivery',
    path: '/deliveries/{id}/repeat',
    summary: 'Repeat Delivery',
    description:
      'Sends the event of a delivery once more, under the same event id. Returns the id of the new delivery.',
    kind: 'delivery',
    prepare: async (db, project, { key }) => findDelivery(db, project, key),
  }),
];

interface Sending<Id extends string, Path extends string> {
  id: Id;
  path: Path;
  summary: string;
  description: string;
  /** What the `id` in the path is the id of. */
  kind: 'webhook' | 'delivery';
  /** Says which event is sent where. */
  prepare(db: Db, project: number, at: { key: number; now: Date }): Promise<{ webhook: number; event: number }>;
}

/** An operation that sends one event because somebody asked for it. */
function defineSending<const Id extends string, const Path extends string>({
  kind,
  prepare,
  ...definition
}: Sending<Id, Path>) {
  return defineOperation({
    ...definition,
    method: 'POST',
    group,
    scope: 'project',
    right: 'write',
    input: { id: Type.String() },
    output: Created,
    handle: async ({ context, project, input: { id }, write }) =>
      write(async ({ db }) => {
        const key = await requireKey(db, project, { kind, id });
        const now = context.now();
        return sendByHand(db, project, { ...(await prepare(db, project, { key, now })), now });
      }),
  });
}

function requireSecrets(vault: Vault, project: number, row: WebhookTable): WebhookSecrets {
  const secrets = openWebhook(vault, project, row);
  if (secrets) return secrets;
  throw new AppError(
    'secrets_key_required',
    'The secret of the webhook cannot be decrypted with the key of this service. Set SECRETS_KEY to the key that it was stored under, or create the webhook again.',
  );
}

/** The format that a new address must have: e-mail stays e-mail. */
function toAsked({ format }: WebhookTable, url: string) {
  const isEmail = /^mailto:/i.test(url);
  if (isEmail === (format === 'email')) return format;
  throw invalid('url', 'An e-mail address cannot become a URL, nor the other way round. Create another webhook.');
}

async function sendByHand(
  db: Db,
  project: number,
  { webhook, event, now }: { webhook: number; event: number; now: Date },
): Promise<{ id: string }> {
  const found = await findWebhook(db, project, webhook);
  // A delivery that somebody asked for outlives its webhook.
  if (!found) throw notFound('delivery');
  if (!found.is_active) throw new AppError('wrong_state', 'The webhook is switched off. Set is_active to true first.');
  const since = new Date(now.getTime() - HOUR_MS);
  if ((await countManual(db, project, since)) >= MAX_MANUAL_PER_HOUR) {
    const message = `The project had ${MAX_MANUAL_PER_HOUR} tests and repetitions in the last hour. Try again in an hour.`;
    throw new AppError('limit_reached', message);
  }
  const webhooks = await leaveOutFull(db, project, [webhook]);
  if (webhooks.length === 0) {
    throw new AppError(
      'limit_reached',
      'Too many deliveries are already waiting for this webhook. Try again when some have been delivered.',
    );
  }
  const [id] = await insertDeliveries(db, project, { event, webhooks, is_manual: true, now });
  return { id: id! };
}
