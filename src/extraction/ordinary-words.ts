import { ORDINARY_WORDS } from './ordinary-words-data.ts';

// Always written with a capital letter, so the capital is no evidence of a brand.
const CALENDAR_WORDS = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday ' +
    'january february march april may june july august september october november december'
  ).split(' '),
);

let dictionary: Set<string> | undefined;

function loadDictionary(): Set<string> {
  const words = new Set<string>(CALENDAR_WORDS);
  let previous = '';
  for (const [entry] of ORDINARY_WORDS.matchAll(/[0-9A-Z][a-z]*/g)) {
    const word = previous.slice(0, Number.parseInt(entry[0]!, 36)) + entry.slice(1);
    words.add(word);
    previous = word;
  }
  return words;
}

/** Whether a folded word is an ordinary English word. The list is unpacked at the first call. */
export function isOrdinaryWord(word: string): boolean {
  dictionary ??= loadDictionary();
  return dictionary.has(word);
}

export function isCalendarWord(word: string): boolean {
  return CALENDAR_WORDS.has(word);
}
