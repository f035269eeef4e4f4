import { isWordUnit } from '../extraction/character-folding.ts';
import { isModelWord } from './name-words.ts';
import { toNameKey } from './parse-run.ts';

/** How often words that begin a name are also written in lower case, in the same answers: `battery life` often is. */
export interface LowerCase {
  /** The share of answers that have the first word, or the first two, in lower case as well. 0 if none was looked at. */
  shareOf(words: readonly string[]): number;
}

/** Looks at answers, each with the names in it. A sample of all answers is enough. */
export function createLowerCase() {
  const counts = new Map<string, { answers: number; lower: number }>();

  function count(key: string, isLower: boolean): void {
    const known = counts.get(key) ?? { answers: 0, lower: 0 };
    counts.set(key, known);
    known.answers += 1;
    known.lower += isLower ? 1 : 0;
  }

  return {
    add(answer: string, names: Iterable<string>): void {
      const seen = new Map<string, boolean>();
      for (const name of names) {
        const [first, second] = name.toLowerCase().split(' ') as [string, string?];
        if (!seen.has(first)) {
          seen.set(first, hasWord(answer, first));
          count(toNameKey(first), seen.get(first)!);
        }
        if (second === undefined) continue;
        const both = `${first} ${second}`;
        if (seen.has(both)) continue;
        seen.set(both, seen.get(first)! && !isModelWord(second) && hasWord(answer, both));
        count(toNameKey(both), seen.get(both)!);
      }
    },
    shareOf(words: readonly string[]): number {
      const known = counts.get(words.slice(0, 2).join(' '));
      return known === undefined ? 0 : known.lower / known.answers;
    },
  };
}

/** Whether a text has a word, or its plural, in exactly this way. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    const end = at + word.length;
    if (isWordUnit(text.charCodeAt(at - 1))) continue;
    // `nike.com` is a domain.
    if (text.charCodeAt(end) === 0x2e && isWordUnit(text.charCodeAt(end + 1))) continue;
    if (!isWordUnit(text.charCodeAt(end))) return true;
    if (text.charCodeAt(end) === 0x73 && !isWordUnit(text.charCodeAt(end + 1))) return true;
  }
  return false;
}
