import { isUpperCase } from './character-folding.ts';
import { isOrdinaryWord } from './ordinary-words.ts';

/** How many characters of a text are checked. */
const SAMPLE_LENGTH = 600;

// Words of several languages, such as "a", "in" or "me", are in neither of the two lists.
const ENGLISH = new Set(
  `the and or of are was were it its this that for with by from but not be has have had will can you your our their
   they we if than more most very which who what how when where while also`.split(/\s+/),
);
const FOREIGN = new Set(
  `der das und ist ein eine einen nicht mit für auf von zu im dem den des sich auch sehr aber oder wird sind bei nach
   le les du une est et pour avec dans sur pas qui que très mais sont cette ce au aux par
   el los las una y con por para del muy pero más es se como su lo sin
   il gli di che non è per molto sono della nel anche più questo
   os uma com não mais muito mas seu sua em na pelo são
   het een en niet met voor zijn van ook maar wordt heel
   och att det som för inte av til og er på med ikke jest nie się dla oraz jak ale ve bir bu için ile çok`.split(/\s+/),
);
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?/gu;

/**
 * Whether a text is in English, from its first words: cheap, for all the answers that are. Other scripts, common words of
 * other languages and unknown words count against it.
 */
export function isEnglish(text: string): boolean {
  let english = 0;
  let foreign = 0;
  let known = 0;
  let unknown = 0;
  let isFirst = true;
  for (const [word] of text.slice(0, SAMPLE_LENGTH).matchAll(WORD)) {
    const first = word.charCodeAt(0);
    if (first >= 0x370) foreign++;
    // Capitalized words may be names, which belong to no language. Only the first word is always capitalized.
    const isName = isUpperCase(first) && !isFirst;
    isFirst = false;
    const lower = word.toLowerCase();
    const isCommon = ENGLISH.has(lower);
    if (isCommon) english++;
    if (isName) continue;
    if (isCommon) known++;
    else if (FOREIGN.has(lower)) foreign++;
    else if (isOrdinaryWord(lower.replace(/['’].*/, ''))) known++;
    else if (!isUpperCase(first)) unknown++;
  }
  if (foreign > 0) return english + known > 2 * foreign + unknown;
  return english * 2 + known >= unknown;
}
