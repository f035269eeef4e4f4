import type { AskKind } from '../domain/ask-kinds.ts';

/** One ask that has ended. */
export interface AskEnd {
  kind: AskKind;
  /** Null if it was answered. */
  reason: string | null;
  duration_ms: number;
  input_tokens: number;
  output_tokens: number;
  /** In billionths of a dollar. */
  cost: number;
}

/** Told about every event of a kind; the metrics of the service listen. */
export interface Meters<End> {
  record(end: End): void;
  listen(listener: (end: End) => void): void;
}

export type AskMeters = Meters<AskEnd>;

export function createMeters<End>(): Meters<End> {
  const listeners: ((end: End) => void)[] = [];
  return {
    record: (end) => {
      for (const listener of listeners) listener(end);
    },
    listen: (listener) => {
      listeners.push(listener);
    },
  };
}
