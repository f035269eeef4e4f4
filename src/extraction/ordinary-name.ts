import type { BrandPattern } from './brand-patterns.ts';
import { classOf, DIGIT, foldText, isUpperCase, isWordUnit, LETTER } from './character-folding.ts';
import { endsPassage, isBoldOrLinked, isLeadIn } from './lead-ins.ts';
import { isCalendarWord, isOrdinaryWord } from './ordinary-words.ts';
import { findBlock, type ReadableText } from './readable-text.ts';
import { isSentenceStart } from './sentences.ts';

// A name that is also an ordinary word needs evidence that the brand is meant. Inside a sentence, the capital letter is
// evidence. Where any word has a capital letter (at the start of a sentence, in a title), the words around have to show it.

/** Prepositions, articles, conjunctions, auxiliaries: never a subject or part of a product's name. */
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
/** Adverbs, quantifiers and pronouns: often the first word of a sentence, sometimes its subject. */
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
    'adds accepts advertises aims argues arrives asks attracts behaves belongs blends bought brings built bundles buys ' +
    'calls came captures carries chose competes counters cuts drags drops earned encrypts excludes fails falls feels fell ' +
    'finished finishes fits follows gave gets goes got grew handled hides holds hosts ignores invented invested kept knows ' +
    'lacks lags launched left lies lists loses lost lasts manages misses moved notes owns packs paid pairs pays performs ' +
    'prints promises publishes puts ran reaches recalled recognises recognizes refuses refused relies responds runs sat ' +
    'sends serves shows sits skips smells sold solves sounds splits spends stays stopped struggles suits tastes tells took ' +
    'tops tracks trails treats tried turned undercuts used wants weighs went won wound writes ' +
    "isn't aren't wasn't hasn't doesn't won't can't didn't"
  ).split(' '),
);
/** What goes on about a name after a comma: `Tuft, which …`, `Gruff, a new outfit from …`. */
const APPOSITION = /^,\s(?:which|who|whose|where|formerly|meanwhile|from\s|an\s|a\s(?!bit|little|touch|tad|lot|few))/;
/** Words that follow a verb or preposition, but not a name. */
const OBJECT_WORDS = new Set(
  (
    'the a an your my our their his her its this that these those from to of how what why which who whether all every ' +
    'each more new some any with in on for into onto as at by than then you we they me us them him up down out off over away'
  ).split(' '),
);
/** Words that titles start with. Before another ordinary word they are not a name (`Best Overall`, `Smart Home`). */
const TITLE_ADJECTIVES = new Set(
  (
    'best top better good great new more most first second third next last other others overall key quick easy smart final ' +
    'bonus extra additional popular cheap premium budget main major all some any many both each every one two three high low ' +
    'full free fast early late special general common similar'
  ).split(' '),
);
/** Those of `OBJECT_WORDS` that a product's own name can start with. */
const PRODUCT_NAME_STARTS = new Set('the a an all new more every one over'.split(' '));
const CALENDAR_BEFORE = new Set(
  'on next last every this by until till from since each in of early late mid through between before after during around past coming starting'.split(
    ' ',
  ),
);
const CALENDAR_AFTER = new Set('morning mornings afternoon evening night nights through to the and or at'.split(' '));
/** Units of measurement, if a number comes before: `3.0 HP`. */
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

/** Why an ordinary word counts as the name. `weak`: only if another mention in the answer is certain. Null: not the name. */
export type Evidence = 'capital' | 'label' | 'verb' | 'possessive' | 'product' | 'weak' | null;

/** Judges an occurrence that has the capital letters of the name. */
export function judgeOrdinaryName(name: OrdinaryName): Evidence {
  const { start, end } = name;
  const { text } = name.readable;
  const { words } = name.pattern;
  const first = words[0]!;
  const next = nextWord(text, end);
  const previous = previousWord(text, start);
  if (isInCompound(name, previous)) return null;
  if (words.length === 1 && UNITS.has(first) && previous.isNumber && previous.isAdjacent) return null;
  if (words.length === 1 && isCalendarWord(first) && isDate(previous, next)) return null;
  if (isPossessive(text, end)) return PRONOUNS.has(first) ? 'weak' : 'possessive';
  // The start of a sentence explains one capital letter, but not two.
  if (name.pattern.capitalCount > 1 && !isAmongCapitals(name, previous, next)) return 'capital';
  if (!isSentenceStart(text, start)) return judgeInsideSentence(name, previous, next);
  return judgeSentenceStart(name, next);
}

function judgeInsideSentence(name: OrdinaryName, previous: Word, next: Word): Evidence {
  if (isAmongCapitals(name, previous, next)) return 'weak';
  return name.pattern.words.length === 1 && continuesName(name, previous) ? 'weak' : 'capital';
}

/**
 * Whether the word before has a capital letter too, as in titles and longer names (`Best Smart Ring`, `Oura Ring`,
 * `Barista Express`, `Pan/Tilt/Zoom`): the name may be part of those. The first word of a sentence does not count, because
 * it always has a capital letter (`Try Notion`).
 */
function continuesName({ readable, start }: OrdinaryName, previous: Word): boolean {
  const { text } = readable;
  if (isOwned(text, start, previous)) return true;
  const isJoined = previous.isAdjacent || text[start - 1] === '/' || text.slice(start - 3, start) === ' & ';
  if (!isJoined || !previous.isCapital) return false;
  // `Carry-On Max`: the end of a compound is no preposition.
  if (FUNCTION_WORDS.has(previous.folded) && !isHyphen(text.charCodeAt(previous.start - 1))) return false;
  // `Try **Inkwell** first`: what begins with the bold passage is all of the name.
  if (isBoldOrLinked(readable, start) && !isBoldOrLinked(readable, previous.start)) return false;
  const isFirst = isOrdinaryWord(previous.folded) && isSentenceStart(text, previous.start);
  return (
    !isFirst || readable.blocks[findBlock(readable, start)]!.kind !== 'paragraph' || isBoldOrLinked(readable, start)
  );
}

/** `HP's Instant Ink`: a product of somebody else. `Amazon's Ring doorbells` are not, because no capital letter follows. */
function isOwned(text: string, start: number, previous: Word): boolean {
  if (previous.folded !== 's' || !previous.isAdjacent || !/['\u2019]/.test(text.charAt(previous.start - 1)))
    return false;
  const owner = previousWord(text, previous.start - 1);
  const own = nextWord(text, start - 1);
  return owner.isCapital && nextWord(text, own.end).isCapital && isOrdinaryWord(nextWord(text, own.end).folded);
}

function judgeSentenceStart(name: OrdinaryName, next: Word): Evidence {
  const { readable, start, end, pattern } = name;
  const { text } = readable;
  const first = pattern.words[0]!;
  const isSingle = pattern.words.length === 1;
  const isFunction = isSingle && FUNCTION_WORDS.has(first);
  const isOpening = isSingle && (isFunction || OPENING_WORDS.has(first));
  if (isAmongCapitals(name, NO_WORD, next)) return 'weak';
  if (!next.isAdjacent) {
    // `Ring:`, `Ring –`, `Ring (2024)`, `Ring.`, and `Ring, Arlo and Blink`.
    if (!isOpening && APPOSITION.test(text.slice(end, end + 14))) return 'label';
    // `**Spark**, free for teams`: all of the bold passage.
    if (!isOpening && isBoldOrLinked(readable, start) && isLeadIn(readable, start) && endsPassage(readable, start, end))
      return 'label';
    // `Simple, sturdy`: a list of adjectives.
    if (/^,\s\p{Ll}/u.test(text.slice(end, end + 3))) return 'weak';
    if (!isOpening) return 'label';
    return isLeadIn(readable, start) && (endsPassage(readable, start, end) || LABEL_END.test(text.slice(end, end + 3)))
      ? 'label'
      : 'weak';
  }
  if (next.isCapital || next.isNumber) {
    if (isCalendarWord(next.folded)) return null;
    // `See [Acme](…)`: the name is what is linked.
    if (isBoldOrLinked(readable, next.start) && !isBoldOrLinked(readable, start)) return 'weak';
    if (isFunction) return isLeadIn(readable, start) && !isOrdinaryWord(next.folded) ? 'product' : 'weak';
    if (isSingle && TITLE_ADJECTIVES.has(first) && isOrdinaryWord(next.folded)) return 'weak';
    if (isOpening || !OBJECT_WORDS.has(next.folded)) return 'product';
    return PRODUCT_NAME_STARTS.has(next.folded) ? 'weak' : null;
  }
  if (/^it$/.test(next.folded) && !isOpening && /^(?:\s*[®™]|\s+\p{Lu})/u.test(text.slice(next.end, next.end + 4)))
    return 'product';
  // `Visible by Verizon`.
  if (next.folded === 'by' && !isOpening && /^\s\p{Lu}/u.test(text.slice(next.end, next.end + 2))) return 'product';
  if (!isOpening && isListed(name, next)) return 'label';
  if (OBJECT_WORDS.has(next.folded)) return null;
  if (SUBJECT_VERBS.has(next.folded)) return isSingle && PRONOUNS.has(first) ? null : 'verb';
  if (isOpening) return null;
  if (isLeadIn(readable, start) && endsPassage(readable, start, end)) return 'label';
  // `Ring doorbells are …`: the name before a noun that is the subject.
  const second = nextWord(text, next.end);
  return second.isAdjacent && SUBJECT_VERBS.has(second.folded) ? 'verb' : 'weak';
}

/** `Target and Walmart both sell it`, but not `Pros and Cons`, `Comfort and Fit`: in a title, every word has a capital. */
function isListed({ readable, start }: OrdinaryName, next: Word): boolean {
  const { text } = readable;
  if (next.folded !== 'and' && next.folded !== 'or') return false;
  if (readable.blocks[findBlock(readable, start)]!.kind === 'heading') return false;
  const other = nextWord(text, next.end);
  if (!other.isAdjacent || !other.isCapital) return false;
  let after = nextWord(text, other.end);
  // `Guru and Yerba Madre get`: the other name may have several words.
  for (let words = 1; words < 4 && after.isAdjacent && after.isCapital; words++) after = nextWord(text, after.end);
  return after.isAdjacent && !after.isCapital && !after.isNumber;
}

/** `carry-on`, `on-ear`: part of a compound is not the name, but `Ring-compatible` is about the brand. */
function isInCompound({ readable, start, end, pattern }: OrdinaryName, previous: Word): boolean {
  const { text } = readable;
  const { words } = pattern;
  if (start > 1 && isHyphen(text.charCodeAt(start - 1)) && classOf(text.charCodeAt(start - 2)) === LETTER) {
    return !COMPOUND_PREFIXES.has(previous.folded);
  }
  const afterHyphen = text.charCodeAt(end + 1);
  if (!isHyphen(text.charCodeAt(end)) || classOf(afterHyphen) !== LETTER) return false;
  const isGrammarWord = words.length === 1 && (FUNCTION_WORDS.has(words[0]!) || OPENING_WORDS.has(words[0]!));
  // `Carry-On`, `Check-In`.
  if (FUNCTION_WORDS.has(nextWord(text, end, 1).folded)) return true;
  return isGrammarWord || (isSentenceStart(text, start) && !isUpperCase(afterHyphen));
}

function isDate(previous: Word, next: Word): boolean {
  if (CALENDAR_BEFORE.has(previous.folded)) return true;
  if (next.isAdjacent && (next.isNumber || CALENDAR_AFTER.has(next.folded))) return true;
  return isCalendarWord(previous.folded) || isCalendarWord(next.folded);
}

function isPossessive(text: string, end: number): boolean {
  const mark = text.charCodeAt(end);
  if (mark !== 0x27 && mark !== 0x2019) return false;
  const after = text.charCodeAt(end + 1);
  if (after === 0x73) return !isWordUnit(text.charCodeAt(end + 2));
  return isGap(after);
}

/** Whether the text around is all capitals too, so that the capitals of the name are no evidence. */
function isAmongCapitals({ readable, start, end, pattern }: OrdinaryName, previous: Word, next: Word): boolean {
  if (pattern.isAllCapitals || (!previous.isAllCapitals && !next.isAllCapitals)) return false;
  return end - start > 1 && isAllCapitals(readable.text.slice(start, end));
}

interface Word {
  folded: string;
  start: number;
  end: number;
  /** Only a space is between it and the name. */
  isAdjacent: boolean;
  isCapital: boolean;
  isNumber: boolean;
  isAllCapitals: boolean;
}

const NO_WORD: Word = {
  folded: '',
  start: 0,
  end: 0,
  isAdjacent: false,
  isCapital: false,
  isNumber: false,
  isAllCapitals: false,
};
const MAX_WORD_LENGTH = 40;
const MAX_GAP = 6;

/** The word after `end`; after so many other characters, such as a hyphen, if there are. */
function nextWord(text: string, end: number, skipped = 0): Word {
  let start = end + skipped;
  while (start - end < MAX_GAP && isGap(text.charCodeAt(start))) start++;
  if (start === end) return NO_WORD;
  let stop = start;
  while (stop - start < MAX_WORD_LENGTH && isPartOfWord(text, stop)) stop++;
  return stop === start ? NO_WORD : toWord(text.slice(start, stop), start, true);
}

function previousWord(text: string, start: number): Word {
  let stop = start;
  while (stop > 0 && start - stop < MAX_GAP && !isWordUnit(text.charCodeAt(stop - 1))) stop--;
  let from = stop;
  while (from > 0 && stop - from < MAX_WORD_LENGTH && isWordUnit(text.charCodeAt(from - 1))) from--;
  if (from === stop) return NO_WORD;
  return toWord(text.slice(from, stop), from, start - stop === 1 && isGap(text.charCodeAt(stop)));
}

/** Spaces, and the symbols that can be between a name and the next word. */
function isGap(unit: number): boolean {
  return unit === 0x20 || unit === 0xa0 || unit === 0x09 || unit === 0xae || unit === 0x2122;
}

function isPartOfWord(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (isWordUnit(unit)) return true;
  return (unit === 0x27 || unit === 0x2019) && isWordUnit(text.charCodeAt(index + 1));
}

function toWord(word: string, start: number, isAdjacent: boolean): Word {
  return {
    folded: /^[a-z]+$/.test(word) ? word : foldText(word),
    start,
    end: start + word.length,
    isAdjacent,
    // `imageCLASS` is a name just like `ImageClass`.
    isCapital: word !== word.toLowerCase(),
    isNumber: classOf(word.charCodeAt(0)) === DIGIT,
    isAllCapitals: word.length > 2 && isUpperCase(word.charCodeAt(1)) && /^\p{Lu}+$/u.test(word),
  };
}

function isAllCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text) && /\p{Lu}/u.test(text);
}

function isHyphen(unit: number): boolean {
  return unit === 0x2d || unit === 0x2010 || unit === 0x2011;
}
