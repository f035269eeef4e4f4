import type { Logger } from 'pino';
import type { WorkKey } from '../store/queries/work.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** What every kind of work is given; a kind may ask for more. */
export interface WorkServices {
  store: Store;
  log: Logger;
  now(): Date;
}

/** What happens after a step: another one at once, none, or one at a later time. */
export type Outcome = 'again' | 'done' | { due_at: Date };

/** Decides in the transaction that ends the step, where nobody else writes to the project. */
export type DecideOutcome = (db: Db) => Promise<Outcome>;

export interface StepOptions {
  /** Aborted when the process stops, or when another process has taken the work over. */
  signal: AbortSignal;
}

/** A kind of background work. Adding one is adding an entry to `src/background/kinds.ts`. */
export interface WorkKind<Services extends WorkServices = WorkServices> {
  kind: string;
  /** How many steps of this kind one process runs at the same time. */
  concurrency: number;
  /** Work of a killed process can be claimed by others after this time; by default what the worker is set to. */
  lease_seconds?: number;
  /** After this many failures in a row the work is given up; without it, it is retried forever. */
  max_attempts?: number;
  /** It keeps a core busy, so it rests as long as it worked while clients' queries run. */
  is_heavy?: boolean;
  /** There is always one of it for the whole installation, rather than one where something creates it. */
  is_permanent?: boolean;
  /** Does one part of the work. It may be repeated after a crash, so what it did before must not be done twice. */
  step(services: Services, key: WorkKey, options: StepOptions): Promise<Outcome | DecideOutcome>;
  /** Records that the work was given up. */
  giveUp?(services: Services, key: WorkKey): Promise<void>;
}
