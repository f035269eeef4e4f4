import { MAX_RECORD_CHARACTERS } from './records.ts';

/** An entry of an array, cut out of its text. */
export interface ScannedEntry {
  text: string;
  /** The key of the array in the object around it; '' for an array that is the whole file. */
  key: string;
  /** Of such an entry only the beginning is kept. */
  isTooLong: boolean;
}

const KEPT_CHARACTERS = 10_000;
const MAX_KEY_CHARACTERS = 100;
const MAX_DEPTH = 1000;
const WHITE = /[\s\ufeff]/;

/**
 * Cuts a JSON text that comes in pieces into the entries of its array: the array that is the whole text, or those that
 * are direct members of the object that is. It only follows brackets and strings; each entry is parsed afterwards.
 */
export function createJsonScanner() {
  /** The brackets that are open. */
  let open = '';
  /** Whether an entry is being read; and the number of brackets that are open around it. */
  let isInside = false;
  let entryDepth = 0;
  let isInString = false;
  let isEscaped = false;
  /** The last string of the outer object, which is the key of the value that follows. */
  let key = '';
  let readsKey = false;
  let entry = '';
  let isTooLong = false;
  let isEnded = false;
  let entries: ScannedEntry[] = [];
  /** What is not an entry; the arrays are empty in it. */
  let rest = '';

  function keep(text: string): void {
    isTooLong ||= entry.length + text.length > MAX_RECORD_CHARACTERS;
    entry = isTooLong ? (entry + text.slice(0, KEPT_CHARACTERS)).slice(0, KEPT_CHARACTERS) : entry + text;
  }

  function endEntry(): void {
    const text = entry.trim();
    if (text !== '') entries.push({ text, key: entryDepth === 1 ? '' : key, isTooLong });
    entry = '';
    isTooLong = false;
  }

  function addRest(text: string): void {
    rest += text.slice(0, MAX_RECORD_CHARACTERS + 1 - rest.length);
  }

  function readString(character: string): void {
    if (readsKey && (isEscaped || character !== '"') && key.length < MAX_KEY_CHARACTERS) key += character;
    if (isEscaped) isEscaped = false;
    else if (character === '\\') isEscaped = true;
    else if (character === '"') {
      isInString = false;
      readsKey = false;
    }
  }

  function readStructure(character: string): void {
    if (character === '"') {
      isInString = true;
      readsKey = open === '{';
      if (readsKey) key = '';
    } else if (character === '[' || character === '{') setOpen(open + character);
    else if (character === ']' || character === '}') {
      if (open === '' || (character === ']') !== (open.at(-1) === '[')) throw new SyntaxError('unbalanced');
      setOpen(open.slice(0, -1));
      isEnded = open === '';
    } else if (open === '' && !WHITE.test(character)) throw new SyntaxError('text outside of the array');
  }

  function setOpen(brackets: string): void {
    // Nothing valid is nested so deep, and brackets alone must not fill the memory.
    if (brackets.length > MAX_DEPTH) throw new SyntaxError('too deep');
    open = brackets;
    entryDepth = open[0] === '[' ? 1 : open.startsWith('{[') ? 2 : 0;
    isInside = entryDepth > 0;
  }

  return {
    /** Takes the next piece and returns the entries that end in it. Throws a `SyntaxError` where the brackets are wrong. */
    push(text: string): ScannedEntry[] {
      entries = [];
      let from = 0;
      let restFrom = 0;
      let backslash = text.indexOf('\\');
      for (let at = 0; at < text.length; at += 1) {
        if (isInString && !isEscaped && !readsKey) {
          // Most of the text is in strings, of which only the end and what is escaped matter.
          if (backslash !== -1 && backslash < at) backslash = text.indexOf('\\', at);
          const quote = text.indexOf('"', at);
          at = Math.min(quote === -1 ? text.length : quote, backslash === -1 ? text.length : backslash);
          if (at === text.length) break;
        }
        const character = text[at]!;
        if (isInString) {
          readString(character);
          continue;
        }
        if (isEnded && !WHITE.test(character)) throw new SyntaxError('text after the end');
        const isEntryEnd = open.length === entryDepth && (character === ',' || character === ']');
        if (isInside && isEntryEnd) {
          keep(text.slice(from, at));
          endEntry();
          from = at + 1;
        }
        const wasInside = isInside;
        readStructure(character);
        if (!wasInside && isInside) {
          addRest(text.slice(restFrom, at + 1));
          from = at + 1;
        } else if (wasInside && !isInside) restFrom = at;
      }
      if (isInside) keep(text.slice(from));
      else addRest(text.slice(restFrom));
      return entries;
    },
    /** What is outside of the entries, as JSON in which the arrays are empty. */
    rest: () => rest,
    /** Whether the text is complete. */
    isComplete: () => isEnded,
  };
}
