import { MAX_COUNT } from '../domain/limits.ts';

/** Readers of JSON that came from a provider: what is not as documented is as good as absent. */
export type JsonObject = Record<string, unknown>;

/** The value of a JSON text; undefined if it is none. */
export function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object, or one without fields. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list. */
export function toObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The texts of a list. */
export function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A count of one ask; null for what is no such number. */
export function toCount(value: unknown): number | null {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT ? Number(value) : null;
}

/** An amount of money as it was sent, however odd, even `1e999`. It is checked where it becomes a cost. */
export function toAmount(value: unknown): number | null {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof amount === 'number' && !Number.isNaN(amount) ? amount : null;
}

export function toNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
