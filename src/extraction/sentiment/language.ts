import { findRow } from './model.ts';
import { type Tokens, tokenize } from './tokens.ts';
import { role } from './words.ts';

/** How many words and marks of a text are checked. */
const sampleSize = 60;

/** Whether the tokens look English. Other scripts, common words of other languages and unknown words count against it. */
export function looksEnglish(text: string, tokens: Tokens): boolean {
  let english = 0;
  let foreign = 0;
  let known = 0;
  let unknown = 0;
  const count = Math.min(tokens.count, sampleSize);
  for (let at = 0; at < count; at++) {
    const first = text.charCodeAt(tokens.start[at]!);
    // From Greek on, these ranges are other scripts. Emoji and symbols are in ranges that do not count.
    if (first >= 0x370 && (first < 0x2000 || (first >= 0x2e80 && first < 0xd800))) foreign++;
    const isCapital = tokens.capital[at] === 1;
    const word = tokens.word[at]!;
    if ((word & role.english) !== 0) english++;
    // Capitalized words may be names, which belong to no language. Only the first word is always capitalized.
    if (isCapital && at > 0) continue;
    if ((word & role.foreign) !== 0) foreign++;
    if (isCapital || first < 97 || first > 0x24f) continue;
    if (word !== 0 || findRow(tokens.hash[at]!) !== 0) known++;
    else unknown++;
  }
  if (foreign > 0) return english + known > 2 * foreign + unknown;
  return english * 2 + known >= unknown;
}

/** Whether a text is in English, the only language that is scored. It is cheap, because it checks only the first words. */
export function isEnglish(text: string): boolean {
  return looksEnglish(text, tokenize(text, 0, sampleSize * 10));
}
