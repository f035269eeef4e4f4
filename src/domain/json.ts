import { AppError, invalid } from '../errors.ts';

/** A line of a stream, or why it cannot be read. An unreadable line does not stop the others. */
export type Line = string | AppError;

/** No valid input is nested deeper, and deeper JSON could exhaust the stack of code that walks it. */
const MAX_DEPTH = 50;
/** JSON whose texts must be checked: it has escapes of U+0000 or of halves of surrogate pairs. */
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

/** Parses a JSON object that came from outside. */
export function parseJsonObject(text: string): Record<string, unknown> {
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new AppError('invalid_request', 'The body must be a JSON object.');
}

function checkDepth(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH) throw new AppError('invalid_json', `The JSON is nested deeper than ${MAX_DEPTH} levels.`);
  if (Array.isArray(value)) for (const item of value) checkDepth(item, depth + 1);
  else for (const key in value) checkDepth((value as Record<string, unknown>)[key], depth + 1);
}

/** Refuses U+0000, which not every engine can store, and makes texts well-formed Unicode, as the store would. */
function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid('', 'Texts must not contain the character U+0000.');
    return value.toWellFormed();
  }
  if (Array.isArray(value)) return value.map(cleanTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanTexts(key), cleanTexts(item)]));
}
