import { RE2JS } from 're2js';

/** A brand's regular expression cannot be used. The message tells the person who wrote it why. */
export class BrandRegexError extends Error {
  override name = 'BrandRegexError';
}

export interface BrandRegex {
  /** The number of steps that the expression consists of. A character of a text may take all of them. */
  size: number;
  /** Calls `onMatch` for every match that is not empty, in order. */
  findAll(text: string, onMatch: (start: number, end: number) => void): void;
}

const MAX_PATTERN_LENGTH = 2000;
/** Expressions are looked for in this many characters of an answer: they can take a thousand times as long as names. */
const MAX_SEARCHED_CHARACTERS = 100_000;

/**
 * Compiles a brand's regular expression for an engine that takes linear time for any expression. The syntax is RE2's:
 * no lookaround, no backreferences. Throws `BrandRegexError`.
 */
export function compileBrandRegex(pattern: string, options: { ignoreCase?: boolean } = {}): BrandRegex {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw new BrandRegexError(
      `The regular expression has ${pattern.length} characters. The maximum is ${MAX_PATTERN_LENGTH}.`,
    );
  }
  const compiled = compile(pattern, options.ignoreCase === true ? RE2JS.CASE_INSENSITIVE : 0);
  return {
    size: compiled.programSize(),
    findAll(text, onMatch) {
      const matcher = compiled.matcher(text.slice(0, MAX_SEARCHED_CHARACTERS));
      while (matcher.find()) if (matcher.end() > matcher.start()) onMatch(matcher.start(), matcher.end());
    },
  };
}

function compile(pattern: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(pattern, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BrandRegexError(
      `The regular expression is not valid: ${reason}. Lookaround and backreferences are not supported.`,
    );
  }
}
