import { AppError, invalid } from '../errors.ts';

/** Parses JSON that came from outside. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('invalid_json', 'This is not valid JSON.');
  }
  // Only an escape can bring the character in: raw, it would not have parsed.
  if (text.includes('\\u0000') && holdsNul(value)) throw invalid('', 'Texts must not contain the character U+0000.');
  return value;
}

/** A JSON object, or an error that says so. */
export function parseJsonObject(text: string): Record<string, unknown> {
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new AppError('invalid_request', 'The body must be a JSON object.');
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => key.includes('\0') || holdsNul(item));
}
