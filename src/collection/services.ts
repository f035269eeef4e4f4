import type { Readers } from '../analysis/readers.ts';
import type { Price } from '../domain/ask.ts';
import type { AskKind } from '../domain/ask-kinds.ts';
import type { Send } from '../providers/transport.ts';
import type { WorkServices } from '../work/kind.ts';
import type { AskMeters } from './meters.ts';
import type { EnvironmentSecret, Vault } from './vault.ts';

/** What asking models needs. */
export interface CollectionServices extends WorkServices {
  readers: Readers;
  config: { MAX_PROMPTS: number; MAX_SHARE_LINKS: number; KEEP_RAW_DAYS: number };
  vault: Vault;
  /** Secrets that the environment provides to the first company. */
  environment_secrets: ReadonlyMap<string, EnvironmentSecret>;
  /** Requests to providers. */
  send: Send;
  /** The price list. */
  findPrice(kind: AskKind, model: string): Price | null;
  meters: AskMeters;
}
