import type { Vault } from '../collection/vault.ts';
import type { ModelIds } from '../domain/catalog.ts';
import type { Send } from '../providers/transport.ts';
import type { WorkServices } from '../work/kind.ts';
import type { SendMail } from './mailer.ts';

/** What telling people and programs needs. */
export interface NotificationServices extends WorkServices {
  vault: Vault;
  send: Send;
  /** Sends e-mail; null: it is not set up. */
  sendMail: SendMail | null;
  config: { PUBLIC_URL: string; MODEL_IDS: ModelIds };
}
