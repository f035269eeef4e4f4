import { classOf, DIGIT, isUpperCase, LETTER, UNSPACED } from './character-folding.ts';
import { hashLetter, mayBeOrdinary } from './ordinary-words.ts';

/** Whether the words of a passage include a name or a model number, and not only ordinary words. */
export function hasName(text: string, start: number, end: number): boolean {
  let i = start;
  while (i < end) {
    const from = i;
    let digits = 0;
    let hash = 0;
    let kind = classOf(text.charCodeAt(i));
    if (kind === UNSPACED) return true;
    while (i < end && (kind === LETTER || kind === DIGIT)) {
      if (kind === DIGIT) digits++;
      hash = hashLetter(hash, text.charCodeAt(i));
      kind = classOf(text.charCodeAt(++i));
    }
    if (i === from) i++;
    else if (digits > 0 ? digits < i - from : isUpperCase(text.charCodeAt(from)) && !mayBeOrdinary(hash)) return true;
  }
  return false;
}
