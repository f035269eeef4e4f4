import { AppError, invalid } from '../errors.ts';

/** A line of a stream, or why it cannot be read; lines that cannot be read do not end the others. */
export type Line = string | AppError;

/** Nothing that we take is nested deeper, and what is could exhaust the stack of whoever walks it. */
const DEEPEST = 50;
/** Texts that need a second look: escapes of U+0000, and halves of surrogate pairs. */
const SUSPICIOUS = /\\u(0000|[dD][89a-fA-F])/;

/** Parses JSON that came from outside. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('invalid_json', 'This is not valid JSON.');
  }
  checkDepth(value);
  return SUSPICIOUS.test(text) ? cleanTexts(value) : value;
}

/** A JSON object, or an error that says so. */
export function parseJsonObject(text: string): Record<string, unknown> {
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new AppError('invalid_request', 'The body must be a JSON object.');
}

function checkDepth(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth === DEEPEST) throw new AppError('invalid_json', `The JSON is nested deeper than ${DEEPEST} levels.`);
  if (Array.isArray(value)) for (const item of value) checkDepth(item, depth + 1);
  else for (const key in value) checkDepth((value as Record<string, unknown>)[key], depth + 1);
}

/** Refuses U+0000, which no engine keeps alike, and makes texts well-formed Unicode, as the store would. */
function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid('', 'Texts must not contain the character U+0000.');
    return value.toWellFormed();
  }
  if (Array.isArray(value)) return value.map(cleanTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanTexts(key), cleanTexts(item)]));
}
