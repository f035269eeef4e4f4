import type { Meters } from '../collection/meters.ts';
import type { Vault } from '../collection/vault.ts';
import type { ModelIds } from '../domain/catalog.ts';
import type { WebhookFormat } from '../domain/webhook.ts';
import type { Send } from '../providers/transport.ts';
import type { WorkServices } from '../work/kind.ts';
import type { SendMail } from './mailer.ts';

/** One attempt to deliver an event. */
export interface DeliveryEnd {
  format: WebhookFormat;
  /** `retried`: it is tried again later. */
  outcome: 'delivered' | 'retried' | 'failed';
}

/** What telling people and programs needs. */
export interface NotificationServices extends WorkServices {
  vault: Vault;
  send: Send;
  /** Sends e-mail; null: it is not set up. */
  sendMail: SendMail | null;
  delivery_meters: Meters<DeliveryEnd>;
  config: { PUBLIC_URL: string; MODEL_IDS: ModelIds };
}
