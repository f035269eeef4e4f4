import { RETRY_HOURS, type WebhookSecrets } from '../domain/webhook.ts';
import { limitTime } from '../limit-time.ts';
import { AskError } from '../providers/provider.ts';
import {
  type Attempt,
  type DueDelivery,
  findDueDelivery,
  findNextDue,
  recordAttempt,
} from '../store/queries/deliveries.ts';
import { readProject } from '../store/queries/projects.ts';
import { findWebhook } from '../store/queries/webhooks.ts';
import { DELIVERY } from '../store/queries/work.ts';
import type { WebhookTable } from '../store/schema.ts';
import type { WorkKind } from '../work/kind.ts';
import { toMail } from './email.ts';
import { type Message, post, type Result } from './post.ts';
import type { NotificationServices } from './services.ts';
import { openWebhook } from './webhook-secrets.ts';

const TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 10_000;
const RETRY_FACTOR = 3;
const MAX_RETRY_MS = 4 * 3_600_000;

/**
 * Sends what is due to one webhook, one delivery per step: a webhook that answers slowly holds up its own deliveries and
 * nobody else's. A process that dies after sending sends again, so receivers may get an event twice.
 */
export const delivery: WorkKind<NotificationServices> = {
  kind: DELIVERY,
  concurrency: 16,
  step: async (services, { project, subject: webhook }, { signal }) => {
    const { store, now } = services;
    const found = await store.read(project, async ({ db }) => {
      const row = await findWebhook(db, project, webhook);
      const due = row?.is_active ? await findDueDelivery(db, project, { webhook, now: now() }) : undefined;
      return row && due && { row, due, projectRow: await readProject(db, project) };
    });
    const attempt = found && (await tryOnce(services, { ...found, project, signal }));
    if (attempt) {
      const outcome = attempt.state === 'pending' ? 'retried' : attempt.state;
      services.delivery_meters.record({ format: found.row.format, outcome });
    }
    return async (db) => {
      if (attempt) await recordAttempt(db, project, { delivery: found.due.delivery, attempt });
      const next = await findNextDue(db, project, webhook);
      return next === null ? 'done' : { due_at: new Date(next) };
    };
  },
};

interface Due {
  project: number;
  projectRow: { id: string; name: string };
  row: WebhookTable;
  due: DueDelivery;
  signal: AbortSignal;
}

/** Makes one attempt, and says when the next one is. */
async function tryOnce(services: NotificationServices, due: Due): Promise<Attempt> {
  const { is_delivered, status, message } = await deliver(services, due);
  const now = services.now();
  const attempts = due.due.attempts + 1;
  const done = { attempts, status, message, attempted_at: now.toISOString(), due_at: null };
  if (is_delivered) return { ...done, state: 'delivered' };
  const wait = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * RETRY_FACTOR ** (attempts - 1));
  const next = now.getTime() + wait;
  if (next > Date.parse(due.due.created_at) + RETRY_HOURS * 3_600_000) return { ...done, state: 'failed' };
  return { ...done, state: 'pending', due_at: new Date(next).toISOString() };
}

async function deliver(
  services: NotificationServices,
  { project, projectRow, row, due, signal }: Due,
): Promise<Result> {
  const secrets = openWebhook(services.vault, project, row);
  if (secrets === null) {
    const message = 'The address cannot be decrypted with the key of this service. Set the URL of the webhook again.';
    return { is_delivered: false, status: null, message };
  }
  const message: Message = { project: { id: projectRow.id, name: projectRow.name }, delivery: due };
  const limit = limitTime(signal, TIMEOUT_MS / 1000);
  try {
    if (row.format === 'email') return await mail(services, { secrets, message, signal });
    return await post(services, { format: row.format, secrets, message, signal: limit.signal });
  } catch (error) {
    // The process stops: nothing is known about the receiver.
    if (signal.aborted || !(error instanceof AskError)) throw error;
    return { is_delivered: false, status: null, message: error.message.slice(0, 300) };
  } finally {
    limit.end();
  }
}

async function mail(
  { sendMail, config }: NotificationServices,
  { secrets, message, signal }: { secrets: WebhookSecrets; message: Message; signal: AbortSignal },
): Promise<Result> {
  if (sendMail === null) throw new AskError('connection', 'E-mail is not set up: SMTP_URL is empty.');
  const to = secrets.url.slice('mailto:'.length);
  await sendMail(toMail(message, { to, publicUrl: config.PUBLIC_URL }), signal);
  return { is_delivered: true, status: null, message: null };
}
