import type { Logger } from 'pino';
import type { Readers } from '../analysis/readers.ts';
import type { Batch } from '../domain/batch.ts';
import type { NewChat } from '../domain/chat.ts';
import { toExternalFingerprint } from '../domain/fingerprint.ts';
import type { Store, Transaction, WriteOptions } from '../store/store.ts';
import type { Gather } from './gathering.ts';

/** What taking answers in needs. */
export interface IntakeServices {
  store: Store;
  readers: Readers;
  log: Logger;
  now(): Date;
  config: { MAX_PROMPTS: number };
}

/** What happens to an answer that is stored already. */
export type OnDuplicate = 'skip' | 'replace';

/** Where answers go, and how they are taken. */
export interface Intake {
  services: IntakeServices;
  project: number;
  on_duplicate: OnDuplicate;
  /** Says what would happen, and keeps nothing. */
  dry_run: boolean;
  /** Aborted when nobody waits for the result any more. */
  signal: AbortSignal;
  /** Stores the chats of several who wait at the same time; undefined if these have to be stored by themselves. */
  gather?: GatherChats | undefined;
  /** Writes in one transaction of the project. */
  write<Result>(work: (transaction: Transaction) => Promise<Result>, options?: WriteOptions): Promise<Result>;
}

/** A valid chat, and its place in what the client sent. */
export interface Entry {
  index: number;
  chat: NewChat;
  /** The fingerprint of the id that the chat brought with it; null if it brought none. */
  own_fingerprint: string | null;
}

export function toEntry(index: number, chat: NewChat): Entry {
  const { external_id } = chat;
  return { index, chat, own_fingerprint: external_id === undefined ? null : toExternalFingerprint(external_id) };
}

/** By project, and what happens to duplicates. */
export type GatherChats = Gather<readonly Entry[], Batch>;
