import { AppError, invalid } from '../errors.ts';

/** A line of a stream, or why it cannot be read. An unreadable line does not stop the others. */
export type Line = string | AppError;

/** No valid input is nested deeper, and deeper JSON could exhaust the stack of code that walks it. */
const MAX_DEPTH = 50;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;
/** JSON whose texts must be checked: it has escapes of U+0000 or of halves of surrogate pairs. */
const SUSPICIOUS = /\\u(0000|[dD][89a-fA-F])/;

/** More values than this take too long to parse in one go. The largest valid inputs have about half of them. */
const MAX_VALUES = 150_000;

/** Parses JSON that came from outside. */
export function parseJson(text: string): unknown {
  // A shorter text cannot have so many.
  if (text.length > MAX_VALUES && countValues(text) > MAX_VALUES) {
    throw new AppError('invalid_json', `The JSON has more than ${MAX_VALUES} values.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw createJsonError();
  }
  checkDepth(value);
  return SUSPICIOUS.test(text) ? cleanTexts(value) : value;
}

export function createJsonError(): AppError {
  return new AppError('invalid_json', 'This is not valid JSON.');
}

/** Parses a JSON object that came from outside. */
export function parseJsonObject(text: string): Record<string, unknown> {
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new AppError('invalid_request', 'The body must be a JSON object.');
}

/** About how many values a JSON text has. */
function countValues(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = findStringEnd(text, at);
    else if (unit === COMMA || unit === BRACKET || unit === BRACE) count += 1;
  }
  return count;
}

/** Where the string ends that begins here. */
function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
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
