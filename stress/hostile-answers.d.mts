interface Cut {
  cut: number;
  share: number;
}

export const KEY: string;
export const CHANNEL: string;
export const SPELLINGS: Record<string, (key: string) => string>;
export const PLACES: (0 | Cut)[];
export const ECHOES: Record<string, unknown>;
export const BREAKAGES: Record<string, unknown>;

export function toQuestion(asked: {
  echo?: string;
  spelling?: string;
  place?: 0 | Cut;
  breakage?: string;
  status?: number;
}): string;

export function startHostileProvider(
  key: string,
): Promise<{ host: string; origin: string; close: () => Promise<void> }>;

export function listAsks(origin: string): Record<string, Record<string, unknown>>;
