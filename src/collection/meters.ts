import type { AskKind } from '../domain/ask.ts';

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

/** Told about every ask; the metrics of the service listen. */
export interface AskMeters {
  record(end: AskEnd): void;
  listen(listener: (end: AskEnd) => void): void;
}

export function createMeters(): AskMeters {
  const listeners: ((end: AskEnd) => void)[] = [];
  return {
    record: (end) => {
      for (const listener of listeners) listener(end);
    },
    listen: (listener) => {
      listeners.push(listener);
    },
  };
}
