import { isWordUnit } from '../extraction/character-folding.ts';
import { isGermanNoun } from './german-nouns.ts';
import { isModelWord } from './name-words.ts';
import { toNameKey } from './parse-run.ts';

/** How often words that begin a name are ordinary words in the same answers: `battery life` is often in lower case. */
export interface OrdinaryUse {
  /** The share of answers that also use the first word, or the first two, in an ordinary way. 0 if none was looked at. */
  shareOf(words: readonly string[]): number;
  /** Whether most of these answers are in a language that gives every noun a capital letter. */
  isAmongNouns(words: readonly string[]): boolean;
}

/** Looks at answers, each with the names in it. A sample of all answers is enough. */
export function createOrdinaryUse() {
  const counts = new Map<string, { answers: number; ordinary: number; german: number }>();

  function count(key: string, { isOrdinary, isGerman }: { isOrdinary: boolean; isGerman: boolean }): void {
    const known = counts.get(key) ?? { answers: 0, ordinary: 0, german: 0 };
    counts.set(key, known);
    known.answers += 1;
    known.ordinary += isOrdinary ? 1 : 0;
    known.german += isGerman ? 1 : 0;
  }

  const find = (words: readonly string[]) => counts.get(words.slice(0, 2).join(' '));

  return {
    add(answer: string, names: Iterable<string>, language: string | null): void {
      const isGerman = language === 'de';
      const seen = new Map<string, boolean>();
      for (const name of names) {
        const [first, second] = name.toLowerCase().split(' ') as [string, string?];
        if (!seen.has(first)) {
          const isNoun = isGerman && isGermanNoun(answer, name.slice(0, first.length));
          seen.set(first, isNoun || hasWord(answer, first));
          count(toNameKey(first), { isOrdinary: seen.get(first)!, isGerman });
        }
        if (second === undefined) continue;
        const both = `${first} ${second}`;
        if (seen.has(both)) continue;
        seen.set(both, seen.get(first)! && !isModelWord(second) && hasWord(answer, both));
        count(toNameKey(both), { isOrdinary: seen.get(both)!, isGerman });
      }
    },
    shareOf(words: readonly string[]): number {
      const known = find(words);
      return known === undefined ? 0 : known.ordinary / known.answers;
    },
    isAmongNouns(words: readonly string[]): boolean {
      const known = find(words);
      return known !== undefined && 2 * known.german > known.answers;
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
