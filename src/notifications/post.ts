import { toSentence } from '../domain/event.ts';
import { listSigningSecrets, type WebhookSecrets } from '../domain/webhook.ts';
import { toId } from '../ids.ts';
import type { DueDelivery } from '../store/queries/deliveries.ts';
import type { NotificationServices } from './services.ts';
import { sign } from './signature.ts';

/** What became of an attempt to deliver. */
export interface Result {
  is_delivered: boolean;
  /** The HTTP status of the response, if there was one. */
  status: number | null;
  /** Why it failed. */
  message: string | null;
}

export interface Message {
  project: { id: string; name: string };
  delivery: DueDelivery;
}

interface Posting {
  format: 'json' | 'slack';
  secrets: WebhookSecrets;
  message: Message;
  signal: AbortSignal;
}

/** Sends an event over HTTP. */
export async function post(
  { send, now, config }: NotificationServices,
  { format, secrets, message, signal }: Posting,
): Promise<Result> {
  const { url } = secrets;
  const at = now();
  const body = JSON.stringify(format === 'slack' ? toSlack(message, config.PUBLIC_URL) : toPayload(message));
  const { delivery } = message;
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Overheard',
    'x-overheard-event': delivery.event.kind,
    'x-overheard-delivery': toId('delivery', delivery.id),
    'x-overheard-signature': sign(body, { secrets: listSigningSecrets(secrets, at), now: at }),
  };
  const { status } = await send(url, { method: 'POST', headers, body, signal, ignores_body: true });
  if (status >= 200 && status < 300) return { is_delivered: true, status, message: null };
  const { host } = new URL(url);
  const why = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  return { is_delivered: false, status, message: `${host} answered with status ${status}.${why}` };
}

function toPayload({ project, delivery: { event } }: Message) {
  return {
    id: toId('event', event.id),
    event: event.kind,
    created_at: event.created_at,
    project,
    text: toSentence(event.kind, event.data),
    data: event.data,
  };
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Names of brands must not become links or mentions of people, which Slack writes in angle brackets. */
function toSlack({ project, delivery: { event } }: Message, publicUrl: string) {
  const toPlain = (text: string) => text.replace(/[&<>]/g, (character) => ESCAPED[character]!);
  const text = `*${toPlain(project.name)}*: ${toPlain(toSentence(event.kind, event.data))}`;
  return { text: publicUrl === '' ? text : `${text}\n${publicUrl}` };
}
