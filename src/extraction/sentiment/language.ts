import { findRow } from './model.ts';
import { type Tokens, tokenize } from './tokens.ts';
import { hashWord } from './words.ts';

/** Frequent words of other languages in Latin letters that are no English words. */
const foreignWords = new Set(
  `der das und ist ein eine einen nicht mit für auf von zu im dem den des sich auch sehr aber oder wird sind bei nach
   le la les des du une est et pour avec dans sur pas qui que plus très mais sont cette ce au aux par
   el los las una y con por para del muy pero más es se como su lo sin
   il gli di che non è per molto sono della nel anche più questo
   o os as uma e com não mais muito mas seu sua em na pelo são
   de het een en niet met voor zijn van ook maar wordt heel
   och att det som för inte av til og er på med ikke jest nie się dla oraz jak ale ve bir bu için ile çok`
    .split(/\s+/)
    .map(hashWord),
);

const englishWords = new Set(
  `the a an and or of to in is are was were it its this that for with on at by from as but not be has have had will can
   you your our their they we if than more most very which who what how when where while also`
    .split(/\s+/)
    .map(hashWord),
);

/** Words such as "a", "as", "do", "me" or "in" exist on both sides and decide nothing. */
const sharedWords = new Set('a as in an on at no me so to is do de la'.split(' ').map(hashWord));

/** Whether the tokens read like English: other scripts, other languages' small words and unknown words count against. */
export function looksEnglish(text: string, tokens: Tokens): boolean {
  let english = 0;
  let foreign = 0;
  let known = 0;
  let unknown = 0;
  const count = Math.min(tokens.count, 80);
  for (let at = 0; at < count; at++) {
    const first = text.charCodeAt(tokens.start[at]!);
    // From Greek on, other scripts; emoji and symbols lie in ranges that do not decide.
    if (first >= 0x370 && first < 0x2000) foreign += 2;
    else if (first >= 0x2e80 && first < 0xd800) foreign += 2;
    if (first < 97 || first === 0x2019) {
      if (first < 65 || first > 90) continue;
    }
    const hash = tokens.hash[at]!;
    if (!sharedWords.has(hash)) {
      if (englishWords.has(hash)) english += 2;
      else if (foreignWords.has(hash) && (at === 0 || tokens.capital[at] === 0)) foreign += 2;
    }
    // Capitalised words may be names, which are of no language.
    if (tokens.capital[at] === 1 || first > 0x24f) continue;
    if (findRow(hash) !== 0 || (tokens.word[at]! & 255) !== 0) known++;
    else unknown++;
  }
  if (foreign > 0) return english > foreign;
  return english > 0 ? english + known >= unknown : known >= unknown;
}

/** Whether a text is in English, the only language that is scored. Cheap: it looks at the first 80 words and marks. */
export function isEnglish(text: string): boolean {
  return looksEnglish(text, tokenize(text.slice(0, 600)));
}
