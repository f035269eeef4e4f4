/** Real responses have a few thousand values. Parsing millions blocks the process for seconds and takes a gigabyte. */
const MOST_VALUES = 100_000;
/** A shorter text cannot have too many. */
const SHORTEST_CHECKED = MOST_VALUES;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;

/** Thrown for a text that is not JSON, or more JSON than anybody needs. */
export class UnreadableJsonError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableJsonError';
  }
}

export function parseJson(text: string): unknown {
  if (text.length > SHORTEST_CHECKED && hasTooManyValues(text)) {
    throw new UnreadableJsonError(`The response has more than ${MOST_VALUES} values`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableJsonError('The response is not JSON');
  }
}

/** Counts what begins a value, outside of texts: much faster than parsing, and it ends at the limit. */
function hasTooManyValues(text: string): boolean {
  let values = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (isInText) {
      if (unit === BACKSLASH) index++;
      else if (unit === QUOTE) isInText = false;
    } else if (unit === QUOTE) isInText = true;
    else if (unit === COMMA || unit === OPEN_BRACKET || unit === OPEN_BRACE) {
      if (++values > MOST_VALUES) return true;
    }
  }
  return false;
}
