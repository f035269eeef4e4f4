import { isWordUnit } from '../extraction/character-folding.ts';

/**
 * Words that a noun follows and a brand rarely does. `der`, `die` and `das` are not among them: people write `die Bosch`
 * for a machine of that brand.
 */
const DETERMINERS = new RegExp(
  `^(?:${[
    'ein(?:e[mnrs]?)?|[kmds]ein(?:e[mnrs]?)?|ihr(?:e[mnrs]?)?|unser(?:e[mnrs]?)?|eure[mnrs]?',
    'diese[mnrs]?|jene[mnrs]?|jede[mnrs]?|welche[mnrs]?|solche[mnrs]?|manche[mnrs]?|alle[nrs]?|beide[mnrs]?',
    'viele?[mnrs]?|wenige?[mnrs]?|mehr|mehrere[nr]?|einige[mnrs]?|etwas|genug|kaum',
    'im|am|zum|zur|beim|vom|ins|ans|aufs|pro|ohne|je|zwei|drei|vier|fünf|sechs|acht|zehn|zwölf|paar',
  ].join('|')})$`,
);
/** `gute`, `guten`, `guter`, `gutes`, `gutem`. Verbs look the same; few answers have one before a brand. */
const INFLECTED = /^\p{Ll}{2,}(?:e|en|er|es|em)$/u;
/** Words with such an end that are neither: a name may follow them. */
const OTHER_WORDS = new Set(
  `aber oder über unter hinter außer wie sie die gegen neben zwischen wegen lieber immer wieder weiter daher eher nie heute
  gerne bitte sowie insbesondere beispielsweise vorzugsweise idealerweise gegenüber außerdem trotzdem allem anderem vergleichsweise
  möglicherweise normalerweise`.split(/\s+/),
);
const AMOUNT = /^\d+(?:[.,]\d+)*$/;
const LONGEST_WORD = 24;
const SPACE = 0x20;

/** Whether a German text has a word with a capital letter as a noun, which is why it has one. */
export function isGermanNoun(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    if (isWordUnit(text.charCodeAt(at - 1)) || isWordUnit(text.charCodeAt(at + word.length))) continue;
    if (text.charCodeAt(at - 1) !== SPACE) continue;
    const before = text.slice(Math.max(0, at - 1 - LONGEST_WORD), at - 1);
    const previous = before.slice(Math.max(before.lastIndexOf(' '), before.lastIndexOf('\n')) + 1);
    // A word that is cut off may have lost its capital letter.
    if (previous.length < LONGEST_WORD && isBeforeNoun(previous)) return true;
  }
  return false;
}

function isBeforeNoun(word: string): boolean {
  if (AMOUNT.test(word) || DETERMINERS.test(word.toLowerCase())) return true;
  return INFLECTED.test(word) && !OTHER_WORDS.has(word);
}
