import type { Ask } from '../domain/ask.ts';

export interface Preset {
  id: string;
  vendor: string;
  name: string;
  model_ids: string[];
  documentation: string;
  checked_on: string;
  secret_format: string;
  ask: Ask;
}

export const PRESETS: readonly Preset[] = [];
