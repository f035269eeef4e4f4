import { isEnglish } from '../extraction/is-english.ts';
import { guessLanguage } from './common-words.ts';

/** So much of an answer tells its language. */
const READ_CHARACTERS = 500;
const SAMPLE_CHARACTERS = 150;
/** Fewer letters are a name or a number as often as a sentence. */
const MIN_LETTERS = 20;

type Detect = (text: string) => string | null;

let loading: Promise<Detect> | undefined;

/** Loads the library, which takes a third of a second and 30 MB: those who only have English answers need not have it. */
async function load(): Promise<Detect> {
  const { eld } = await import('eld/extrasmall');
  return (text) => {
    const result = eld.detect(text);
    return result.isReliable() ? result.language : null;
  };
}

/** The language of an answer as ISO 639-1 has it; null if it does not show. */
export async function findLanguage(answer: string): Promise<string | null> {
  const prose = answer.slice(0, READ_CHARACTERS).replace(/https?:\S+|[^\p{L}\p{M}'’]+/gu, ' ');
  const sample = prose.trim().slice(0, SAMPLE_CHARACTERS);
  if (sample.length < MIN_LETTERS) return null;
  if (isEnglish(sample)) return 'en';
  const guessed = guessLanguage(prose);
  if (guessed !== null) return guessed;
  loading ??= load();
  return (await loading)(sample);
}
