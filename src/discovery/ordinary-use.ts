import { isWordUnit } from '../extraction/character-folding.ts';
import { isGermanNoun } from './german-nouns.ts';
import { isModelWord } from './name-words.ts';
import { toNameKey } from './parse-run.ts';

/** How often words that begin a name are ordinary words in the same answers: `battery life` is often in lower case. */
export interface OrdinaryUse {
  /** The share of answers that also use the first word, or the first two, in an ordinary way. 0 if none was looked at. */
  shareOf(words: readonly string[]): number;
  /** The share of answers that also use the second word alone: in `Right Card`, `card` is the thing. 0 without a second one. */
  shareOfSecond(words: readonly string[]): number;
  /** Whether most of these answers are in a language that gives every noun a capital letter. */
  isAmongNouns(words: readonly string[]): boolean;
  /** Whether most of these answers are in Polish, which inflects names. */
  isPolish(words: readonly string[]): boolean;
}

/** Looks at answers, each with the names in it. A sample of all answers is enough. */
export function createOrdinaryUse(): OrdinaryUse & ReadAnswers {
  const uses = new Map<string, Use>();

  function count(key: string, isIn: Record<Exclude<keyof Use, 'answers'>, boolean>): void {
    const use = uses.get(key) ?? { answers: 0, ordinary: 0, second: 0, german: 0, polish: 0 };
    uses.set(key, use);
    use.answers += 1;
    for (const kind of ['ordinary', 'second', 'german', 'polish'] as const) use[kind] += isIn[kind] ? 1 : 0;
  }

  /** The share of the answers with these words of which something is true. */
  function toShare(words: readonly string[], kind: keyof Use): number {
    const use = uses.get(words.slice(0, 2).join(' '));
    return use === undefined ? 0 : use[kind] / use.answers;
  }

  return {
    add(answer, names, language) {
      const [german, polish] = [language === 'de', language === 'pl'];
      const seen = new Map<string, boolean>();
      /** Second words, likewise. */
      const alone = new Map<string, boolean>();
      for (const name of names) {
        const [first, second] = name.toLowerCase().split(' ') as [string, string?];
        if (!seen.has(first)) {
          const isNoun = german && isGermanNoun(answer, name.slice(0, first.length));
          seen.set(first, isNoun || hasWord(answer, first));
          count(toNameKey(first), { ordinary: seen.get(first)!, second: false, german, polish });
        }
        if (second === undefined) continue;
        const both = `${first} ${second}`;
        if (seen.has(both)) continue;
        if (!alone.has(second)) alone.set(second, hasWord(answer, second));
        seen.set(both, seen.get(first)! && !isModelWord(second) && hasWord(answer, both));
        count(toNameKey(both), { ordinary: seen.get(both)!, second: alone.get(second)!, german, polish });
      }
    },
    shareOf: (words) => toShare(words, 'ordinary'),
    shareOfSecond: (words) => toShare(words, 'second'),
    isAmongNouns: (words) => toShare(words, 'german') > 0.5,
    isPolish: (words) => toShare(words, 'polish') > 0.5,
  };
}

interface ReadAnswers {
  add(answer: string, names: Iterable<string>, language: string | null): void;
}

/** In how many answers words begin a name, and what is true of how many of them. */
interface Use {
  answers: number;
  ordinary: number;
  second: number;
  german: number;
  polish: number;
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
