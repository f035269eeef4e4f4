import { classOf, LETTER } from './character-folding.ts';

// Finds one of many phrases in a short text. A regular expression of so many words would be ten times slower.

interface Phrase {
  text: string;
  isStem: boolean;
}

/** Phrases by their first three letters, as one number: it is found without cutting a piece out of the text. */
export type Phrases = ReadonlyMap<number, readonly Phrase[]>;

/** Phrases in lower case, separated by |. One that ends in - is the start of a word. */
export function toPhrases(...lists: string[]): Phrases {
  const phrases = new Map<number, Phrase[]>();
  for (const phrase of lists.join('|').split('|')) {
    const isStem = phrase.endsWith('-');
    const text = isStem ? phrase.slice(0, -1) : phrase;
    const key = toKey(text, 0);
    const others = phrases.get(key);
    if (others === undefined) phrases.set(key, [{ text, isStem }]);
    else others.push({ text, isStem });
  }
  return phrases;
}

export function hasPhrase(phrases: Phrases, text: string): boolean {
  for (let i = toWordStart(text, 0); i < text.length; i = toWordStart(text, toWordEnd(text, i))) {
    if (hasPhraseAt(phrases, text, i)) return true;
  }
  return false;
}

export function hasPhraseAt(phrases: Phrases, text: string, start: number): boolean {
  const found = phrases.get(toKey(text, start));
  if (found === undefined) return false;
  for (const { text: phrase, isStem } of found) {
    if (text.startsWith(phrase, start) && (isStem || !isLetter(text, start + phrase.length))) return true;
  }
  return false;
}

function toKey(text: string, start: number): number {
  return (text.charCodeAt(start) << 20) ^ (text.charCodeAt(start + 1) << 10) ^ text.charCodeAt(start + 2);
}

export function toWordStart(text: string, from: number): number {
  let i = from;
  while (i < text.length && !isLetter(text, i)) i++;
  return i;
}

function toWordEnd(text: string, from: number): number {
  let i = from;
  while (i < text.length && isLetter(text, i)) i++;
  return i;
}

export function isLetter(text: string, index: number): boolean {
  return index < text.length && classOf(text.charCodeAt(index)) === LETTER;
}
