import type { BrandPattern } from './brand-patterns.ts';
import { classOf, DIGIT, foldText, isUpperCase, isWordUnit, LETTER } from './character-folding.ts';
import { isLead, isMarked, isWhole } from './lead-ins.ts';
import { isCalendarWord, isOrdinaryWord } from './ordinary-words.ts';
import { findBlock, type ReadableText } from './readable-text.ts';
import { isSentenceStart } from './sentences.ts';

// A name that is also an ordinary word is the brand only where the text shows it. The capital letter shows it inside a
// sentence. Where any word would have one (at the start of a sentence, in a title) the words around have to.

/** Never subjects or parts of a product's name, whatever follows: prepositions, articles, conjunctions, auxiliaries. */
const FUNCTION_WORDS = new Set(
  (
    'a an the and or but nor so yet if as at by for from in into of off on onto out over per since than through till to ' +
    'under until up upon via with within without about above across after against along among around before behind below ' +
    'beneath beside besides between beyond down during except inside like near past toward towards while when where ' +
    'whereas because although though unless whether i you he she we they it its his her their our my your this that these ' +
    'those who whom whose which what how why is am are was were be been being do does did have has had can could will ' +
    'would shall should may might must not no'
  ).split(' '),
);
/** Adverbs, quantifiers and pronouns: often the first word of a sentence, and sometimes its subject. */
const OPENING_WORDS = new Set(
  (
    'all any anything away both each either enough even every everything few first here instead just last least less lots ' +
    'many more most much neither never next nobody none nothing now once one only other others overall plus rather second ' +
    'several simply some someone something soon still such then there third together too two very well yes another again ' +
    'always also already almost apart back best better far further good great later likewise maybe meanwhile often perhaps ' +
    'quite sometimes thus today tomorrow tonight'
  ).split(' '),
);
const PRONOUNS = new Set(
  'all any anything both each either everything few many most much neither nobody none nothing one some something that this those these others everyone someone it what who'.split(
    ' ',
  ),
);
const SUBJECT_VERBS = new Set(
  (
    'is are was were has have had does do did can could will would may might must should also offers offer makes make ' +
    'provides provide sells sell features feature delivers deliver uses use includes include comes come gives give works ' +
    'costs cost launched launches announced announces released releases excels excel stands remains continues leads lets ' +
    'allows supports integrates combines focuses specializes specialises produces designs builds ranks scores wins claims ' +
    'says said started began became becomes received receives gets earns earned charges charged ships tends seems needs ' +
    'appears boasts caters dominates shines matches requires starts covers handles keeps takes typically generally usually ' +
    "isn't aren't wasn't hasn't doesn't won't can't didn't"
  ).split(' '),
);
/** What follows a verb or preposition, and not a name. */
const OBJECT_WORDS = new Set(
  (
    'the a an your my our their his her its this that these those from to of how what why which who whether all every ' +
    'each more new some any with in on for into onto as at by than then you we they me us them him up down out off over away'
  ).split(' '),
);
/** Words that titles start with: before another ordinary word they are no name (`Best Overall`, `Smart Home`). */
const TITLE_ADJECTIVES = new Set(
  (
    'best top better good great new more most first second third next last other others overall key quick easy smart final ' +
    'bonus extra additional popular cheap premium budget main major all some any many both each every one two three high low ' +
    'full free fast early late special general common similar'
  ).split(' '),
);
/** Of these, the ones that a product's own name may start with. */
const TITLE_WORDS = new Set('the a an all new more every one over'.split(' '));
const CALENDAR_BEFORE = new Set(
  'on next last every this by until till from since each in of early late mid through between before after during around past coming starting'.split(
    ' ',
  ),
);
const CALENDAR_AFTER = new Set('morning mornings afternoon evening night nights through to the and or at'.split(' '));
/** After a number these are measures: `3.0 HP`. */
const UNITS = new Set(
  'hp ps lb lbs oz kg mg mm cm km mi ft in gal qt pt bar psi db hz kw mb gb tb amp ton cal mph'.split(' '),
);
const COMPOUND_PREFIXES = new Set('non ex pre post anti pro'.split(' '));

const LABEL_END = /^\s?[:\u2013\u2014(|]|^\s-/;

export interface OrdinaryName {
  readable: ReadableText;
  /** Offsets in the readable text. */
  start: number;
  end: number;
  pattern: BrandPattern;
}

/** Why an ordinary word is taken for the name; `weak` says that only a surer mention elsewhere can tell, null that it is not. */
export type Evidence = 'capital' | 'label' | 'verb' | 'possessive' | 'product' | 'weak' | null;

/** Judges an occurrence whose capital letters are already known to be there. */
export function judgeOrdinaryName(name: OrdinaryName): Evidence {
  const { start, end } = name;
  const { text } = name.readable;
  const { words } = name.pattern;
  const first = words[0]!;
  const next = nextWord(text, end);
  const previous = previousWord(text, start);
  if (isInCompound(name, previous)) return null;
  if (words.length === 1 && UNITS.has(first) && previous.isNumber && previous.isGlued) return null;
  if (words.length === 1 && isCalendarWord(first) && isDate(previous, next)) return null;
  if (isPossessive(text, end)) return PRONOUNS.has(first) ? 'weak' : 'possessive';
  // Two words with capitals are more than the start of a sentence gives.
  if (name.pattern.capitalCount > 1 && !isShouting(name, previous, next)) return 'capital';
  if (!isSentenceStart(text, start)) return judgeInside(name, previous, next);
  return judgeStart(name, next);
}

function judgeInside(name: OrdinaryName, previous: Word, next: Word): Evidence {
  if (isShouting(name, previous, next)) return 'weak';
  return name.pattern.words.length === 1 && continuesName(name, previous) ? 'weak' : 'capital';
}

/**
 * Whether the word before has a capital too, as in titles and in longer names (`Best Smart Ring`, `Oura Ring`,
 * `Barista Express`, `Pan/Tilt/Zoom`): then the capital may belong to those. The first word of a sentence always has one,
 * and says nothing (`Try Notion`).
 */
function continuesName({ readable, start }: OrdinaryName, previous: Word): boolean {
  const { text } = readable;
  const isJoined = previous.isGlued || text[start - 1] === '/' || text.slice(start - 3, start) === ' & ';
  if (!isJoined || !previous.isCapital || FUNCTION_WORDS.has(previous.folded)) return false;
  const isFirst = isOrdinaryWord(previous.folded) && isSentenceStart(text, previous.start);
  return !isFirst || readable.blocks[findBlock(readable, start)]!.kind !== 'paragraph' || isMarked(readable, start);
}

function judgeStart(name: OrdinaryName, next: Word): Evidence {
  const { readable, start, end, pattern } = name;
  const { text } = readable;
  const first = pattern.words[0]!;
  const isSingle = pattern.words.length === 1;
  const isFunction = isSingle && FUNCTION_WORDS.has(first);
  const isOpening = isSingle && (isFunction || OPENING_WORDS.has(first));
  if (isShouting(name, NO_WORD, next)) return 'weak';
  if (!next.isGlued) {
    // `Ring:`, `Ring –`, `Ring (2024)`, `Ring.`, and `Ring, Arlo and Blink`.
    // `Simple, sturdy`: a list of adjectives.
    if (/^,\s\p{Ll}/u.test(text.slice(end, end + 3))) return 'weak';
    if (!isOpening) return 'label';
    return isLead(readable, start) && (isWhole(readable, start, end) || LABEL_END.test(text.slice(end, end + 3)))
      ? 'label'
      : 'weak';
  }
  if (next.isCapital || next.isNumber) {
    if (isCalendarWord(next.folded)) return null;
    if (isFunction) return isLead(readable, start) && !isOrdinaryWord(next.folded) ? 'product' : 'weak';
    if (isSingle && TITLE_ADJECTIVES.has(first) && isOrdinaryWord(next.folded)) return 'weak';
    if (isOpening || !OBJECT_WORDS.has(next.folded)) return 'product';
    return TITLE_WORDS.has(next.folded) ? 'weak' : null;
  }
  if (/^it$/.test(next.folded) && !isOpening && /^(?:\s*[®™]|\s+\p{Lu})/u.test(text.slice(next.end, next.end + 4)))
    return 'product';
  // `Visible by Verizon`.
  if (next.folded === 'by' && !isOpening && /^\s\p{Lu}/u.test(text.slice(next.end, next.end + 2))) return 'product';
  if (OBJECT_WORDS.has(next.folded)) return null;
  if (SUBJECT_VERBS.has(next.folded)) return isSingle && PRONOUNS.has(first) ? null : 'verb';
  if (isOpening) return isFunction ? null : 'weak';
  if (isLead(readable, start) && isWhole(readable, start, end)) return 'label';
  // `Ring doorbells are …`: the name before a noun that is the subject.
  const second = nextWord(text, next.end);
  return second.isGlued && SUBJECT_VERBS.has(second.folded) ? 'verb' : 'weak';
}

/** `carry-on`, `on-ear`: one half of a compound is not the name. `Ring-compatible` is about it. */
function isInCompound({ readable, start, end, pattern }: OrdinaryName, previous: Word): boolean {
  const { text } = readable;
  const { words } = pattern;
  if (start > 1 && isHyphen(text.charCodeAt(start - 1)) && classOf(text.charCodeAt(start - 2)) === LETTER) {
    return !COMPOUND_PREFIXES.has(previous.folded);
  }
  const afterHyphen = text.charCodeAt(end + 1);
  if (!isHyphen(text.charCodeAt(end)) || classOf(afterHyphen) !== LETTER) return false;
  const isClosed = words.length === 1 && (FUNCTION_WORDS.has(words[0]!) || OPENING_WORDS.has(words[0]!));
  return isClosed || (isSentenceStart(text, start) && !isUpperCase(afterHyphen));
}

function isDate(previous: Word, next: Word): boolean {
  if (CALENDAR_BEFORE.has(previous.folded)) return true;
  if (next.isGlued && (next.isNumber || CALENDAR_AFTER.has(next.folded))) return true;
  return isCalendarWord(previous.folded) || isCalendarWord(next.folded);
}

function isPossessive(text: string, end: number): boolean {
  const mark = text.charCodeAt(end);
  if (mark !== 0x27 && mark !== 0x2019) return false;
  const after = text.charCodeAt(end + 1);
  if (after === 0x73) return !isWordUnit(text.charCodeAt(end + 2));
  return isGap(after);
}

/** All capitals around, so that those of the name say nothing. */
function isShouting({ readable, start, end, pattern }: OrdinaryName, previous: Word, next: Word): boolean {
  if (pattern.isCapitals || (!previous.isShouted && !next.isShouted)) return false;
  return end - start > 1 && isAllCapitals(readable.text.slice(start, end));
}

interface Word {
  folded: string;
  start: number;
  end: number;
  /** Only a blank between it and the name. */
  isGlued: boolean;
  isCapital: boolean;
  isNumber: boolean;
  isShouted: boolean;
}

const NO_WORD: Word = {
  folded: '',
  start: 0,
  end: 0,
  isGlued: false,
  isCapital: false,
  isNumber: false,
  isShouted: false,
};
const LONGEST_WORD = 40;
const FARTHEST_WORD = 6;

function nextWord(text: string, end: number): Word {
  let start = end;
  while (start - end < FARTHEST_WORD && isGap(text.charCodeAt(start))) start++;
  if (start === end) return NO_WORD;
  let stop = start;
  while (stop - start < LONGEST_WORD && isPartOfWord(text, stop)) stop++;
  return stop === start ? NO_WORD : toWord(text.slice(start, stop), start, true);
}

function previousWord(text: string, start: number): Word {
  let stop = start;
  while (stop > 0 && start - stop < FARTHEST_WORD && !isWordUnit(text.charCodeAt(stop - 1))) stop--;
  let from = stop;
  while (from > 0 && stop - from < LONGEST_WORD && isWordUnit(text.charCodeAt(from - 1))) from--;
  if (from === stop) return NO_WORD;
  return toWord(text.slice(from, stop), from, start - stop === 1 && isGap(text.charCodeAt(stop)));
}

/** Blanks, and the marks that may stand between a name and the next word. */
function isGap(unit: number): boolean {
  return unit === 0x20 || unit === 0xa0 || unit === 0x09 || unit === 0xae || unit === 0x2122;
}

function isPartOfWord(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (isWordUnit(unit)) return true;
  return (unit === 0x27 || unit === 0x2019) && isWordUnit(text.charCodeAt(index + 1));
}

function toWord(word: string, start: number, isGlued: boolean): Word {
  return {
    folded: /^[a-z]+$/.test(word) ? word : foldText(word),
    start,
    end: start + word.length,
    isGlued,
    // `imageCLASS` is as much a name as `ImageClass`.
    isCapital: word !== word.toLowerCase(),
    isNumber: classOf(word.charCodeAt(0)) === DIGIT,
    isShouted: word.length > 2 && isUpperCase(word.charCodeAt(1)) && /^\p{Lu}+$/u.test(word),
  };
}

function isAllCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text) && /\p{Lu}/u.test(text);
}

function isHyphen(unit: number): boolean {
  return unit === 0x2d || unit === 0x2010 || unit === 0x2011;
}
