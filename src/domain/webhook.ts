import { type Static, Type } from 'typebox';
import { invalid } from '../errors.ts';
import { type EventKind, SUBSCRIBABLE_EVENTS } from './event.ts';
import { Nullable, Strict } from './paging.ts';
import { OneOf } from './schema.ts';

const FORMATS = ['json', 'slack', 'email'] as const;
export type WebhookFormat = (typeof FORMATS)[number];

const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** How long failed deliveries are tried again, and how long all of them are listed. */
export const RETRY_HOURS = 24;
export const KEEP_DAYS = 30;
export const MAX_WEBHOOKS = 20;
/** How long deliveries are also signed with a secret that was replaced. */
export const OLD_SECRET_HOURS = 24;

export const WebhookFormat = OneOf(FORMATS, {
  description:
    'What is sent: `json` the event, signed; `slack` its text, as Slack and compatible services take it; `email` a message. By default it follows from the URL.',
});

export const WebhookUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'Where events are sent: an address with https:, or `mailto:` and one e-mail address.',
});

export const EventKinds = Type.Array(OneOf(SUBSCRIBABLE_EVENTS), {
  minItems: 1,
  uniqueItems: true,
  description: 'The events to send.',
});

export const Webhook = Strict({
  id: Type.String(),
  url: Type.String({
    description:
      'Without its query, and for Slack without its path: these are like passwords, and are never returned. Keys that can only read get the host alone.',
  }),
  format: WebhookFormat,
  events: EventKinds,
  is_active: Type.Boolean(),
  created_at: Type.String(),
});
export type Webhook = Static<typeof Webhook>;

export const Delivery = Strict({
  id: Type.String(),
  event: Strict({ id: Type.String(), kind: Type.String(), text: Type.String() }),
  state: OneOf(DELIVERY_STATES, {
    description: `\`pending\`: not sent yet, or to be tried again. \`failed\`: given up after ${RETRY_HOURS} hours.`,
  }),
  attempts: Type.Integer(),
  status: Nullable(Type.Integer({ description: 'The HTTP status of the last response.' })),
  message: Nullable(Type.String({ description: 'Why the last attempt failed.' })),
  created_at: Type.String(),
  attempted_at: Nullable(Type.String()),
  next_attempt_at: Nullable(Type.String()),
});

/** What is encrypted of a webhook. */
export interface WebhookSecrets {
  url: string;
  /** The key that deliveries are signed with. */
  secret: string;
  /** The one before it. Deliveries are signed with it too, until this time. */
  previous?: { secret: string; until: string };
}

/** Replaces the secret, and keeps the one before it for a while. */
export function rotateSecret(before: WebhookSecrets, { secret, now }: { secret: string; now: Date }): WebhookSecrets {
  const until = new Date(now.getTime() + OLD_SECRET_HOURS * 3_600_000).toISOString();
  return { url: before.url, secret, previous: { secret: before.secret, until } };
}

/** All secrets to sign a delivery with, the present one first. */
export function listSigningSecrets({ secret, previous }: WebhookSecrets, now: Date): string[] {
  return previous && new Date(previous.until) > now ? [secret, previous.secret] : [secret];
}

/** What a webhook is made of, by what the client sent. */
export interface WebhookTarget {
  format: WebhookFormat;
  /** Where events go. */
  url: string;
  /** What may be shown of it. */
  shown: string;
}

/** Stands for a part of an address that is like a password. */
export const HIDDEN = '…';

const EMAIL = /^[\w.!#$&'*+/=?^`{|}~-]{1,64}@(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i;
const SLACK_HOSTS = new Set(['hooks.slack.com', 'hooks.slack-gov.com']);

/** Checks an address, and finds out what it takes. */
export function parseTarget(url: string, asked?: WebhookFormat): WebhookTarget {
  if (/^mailto:/i.test(url)) {
    const address = url.slice('mailto:'.length);
    if (!EMAIL.test(address))
      throw invalid('url', 'must be mailto: and one e-mail address, such as mailto:team@example.com.');
    if (asked !== undefined && asked !== 'email')
      throw invalid('format', 'must be email, because the URL is an e-mail address.');
    return { format: 'email', url: `mailto:${address}`, shown: `mailto:${address}` };
  }
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw invalid('url', 'must begin with https:// or be mailto: and an e-mail address.');
  }
  if (asked === 'email') throw invalid('format', 'email needs a URL such as mailto:team@example.com.');
  const parsed = new URL(url);
  if (parsed.username !== '' || parsed.password !== '')
    throw invalid('url', 'must not contain a user name or password.');
  parsed.hash = '';
  const format = asked ?? (SLACK_HOSTS.has(parsed.hostname) ? 'slack' : 'json');
  const path = format === 'slack' ? `/${HIDDEN}` : parsed.pathname;
  return {
    format,
    url: parsed.href,
    shown: `${parsed.origin}${path}${parsed.search === '' || format === 'slack' ? '' : `?${HIDDEN}`}`,
  };
}

/** The host alone of an address that may be shown: for many services, whoever knows the path can post. */
export function toHostAlone(shown: string): string {
  if (shown.startsWith('mailto:')) return `mailto:${HIDDEN}${shown.slice(shown.lastIndexOf('@'))}`;
  return `${new URL(shown).origin}/${HIDDEN}`;
}

export function isSubscribed(events: string, kind: EventKind): boolean {
  return (JSON.parse(events) as string[]).includes(kind);
}
