import type { Ask } from '../../domain/ask.ts';

/** A ready description of an HTTP service that asks an assistant. */
export interface Preset {
  id: string;
  vendor: string;
  /** The assistant that is asked. */
  name: string;
  /** The built-in models that it stands for. */
  model_ids: string[];
  /** The page that it was written from. */
  documentation: string;
  /** The day on which it was compared with that page. None was tried with an account. */
  checked_on: string;
  /** What the secret looks like. */
  secret_format: string;
  ask: Ask;
}
