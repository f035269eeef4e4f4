import { RE2JS } from 're2js';

/** A brand's pattern cannot be used; the message says why, in words for the person who wrote it. */
export class BrandRegexError extends Error {
  override name = 'BrandRegexError';
}

export interface BrandRegex {
  /** Calls back for every match that is not empty, in order. */
  findAll(text: string, onMatch: (start: number, end: number) => void): void;
}

const LONGEST_PATTERN = 2000;

/**
 * Compiles a brand's pattern for an engine that takes linear time whatever the pattern. It has RE2's syntax: no
 * look-around and no back-references. Throws `BrandRegexError`.
 */
export function compileBrandRegex(pattern: string, options: { ignoreCase?: boolean } = {}): BrandRegex {
  if (pattern.length > LONGEST_PATTERN) {
    throw new BrandRegexError(`The pattern has ${pattern.length} characters; at most ${LONGEST_PATTERN} are allowed.`);
  }
  const compiled = compile(pattern, options.ignoreCase === true ? RE2JS.CASE_INSENSITIVE : 0);
  return {
    findAll(text, onMatch) {
      const matcher = compiled.matcher(text);
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
      `The pattern does not compile: ${reason}. Look-around and back-references are not supported.`,
    );
  }
}
