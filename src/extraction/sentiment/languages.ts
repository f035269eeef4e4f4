import { type CompiledLexicon, compileLexicon, type Lexicon, type Term } from './lexicon.ts';
import { dutch } from './lexicons/dutch.ts';
import { english } from './lexicons/english.ts';
import { french } from './lexicons/french.ts';
import { german } from './lexicons/german.ts';
import { italian } from './lexicons/italian.ts';
import { polish } from './lexicons/polish.ts';
import { portuguese } from './lexicons/portuguese.ts';
import { spanish } from './lexicons/spanish.ts';

/** A language that is scored. */
export interface ScoredLanguage {
  lexicon: CompiledLexicon;
  /** Added to the keys of its words, so that "die" has another row in German than in English. */
  salt: number;
}

const LEXICONS: Record<string, Lexicon> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  nl: dutch,
  pt: portuguese,
  pl: polish,
};

/** @public The languages that have a score, as ISO 639-1 has them. */
export const SCORED_LANGUAGES: readonly string[] = Object.keys(LEXICONS);

const known = new Map<string, ScoredLanguage>();

/** A language by its code; null if it is not scored. Its lexicon is prepared at the first call. */
export function findScoredLanguage(code: string): ScoredLanguage | null {
  const ready = known.get(code);
  if (ready) return ready;
  const lexicon = Object.hasOwn(LEXICONS, code) ? LEXICONS[code]! : null;
  if (lexicon === null) return null;
  const isEnglish = code === 'en';
  const language = {
    lexicon: compileLexicon(lexicon, isEnglish ? toDegrees : () => []),
    salt: isEnglish ? 0 : code.charCodeAt(0) * 7919 + code.charCodeAt(1) * 104_729,
  };
  known.set(code, language);
  return language;
}

/** "Quieter" and "quietest" for "quiet". Forms that do not exist do no harm, because nobody writes them. */
function toDegrees(word: string): [string, Term['degree']][] {
  if (!/^[a-z]{3,12}$/.test(word)) return [];
  const stem = word.replace(/y$/, 'i').replace(/e$/, '');
  const stems = [stem, ...(/[aeiou][bdgmnprt]$/.test(word) ? [word + word.at(-1)] : [])];
  return stems.flatMap((base): [string, Term['degree']][] => [
    [`${base}er`, 'comparative'],
    [`${base}est`, 'superlative'],
  ]);
}
