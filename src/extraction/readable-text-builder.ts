import { isWordUnit } from './character-folding.ts';
import { decodeCharacterReference } from './character-references.ts';
import { BLOCK_END, type Block, CUT, type ReadableText } from './readable-text.ts';

// Plain data and top-level functions: this runs for every piece of every answer, and creating closures for each answer
// would be slow.

/** A readable text that is being built. In this file, `start` and `end` are offsets in the answer. */
export interface ReadableTextBuilder {
  answer: string;
  furniture: readonly number[];
  nextFurniture: number;
  /** Do not read it before it is finished: reading a string between two appends copies all of it. */
  text: string;
  lastUnit: number;
  openBlock: Block | null;
  blocks: Block[];
  strong: number[];
  labels: number[];
  runs: number[];
}

const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;
const NEWLINE = 0x0a;
const SPECIAL = /[\\&\n]/g;

export function createReadableTextBuilder(answer: string, furniture: readonly number[]): ReadableTextBuilder {
  return {
    answer,
    furniture,
    nextFurniture: 0,
    text: '',
    lastUnit: 0,
    openBlock: null,
    blocks: [],
    strong: [],
    labels: [],
    runs: [],
  };
}

/** Appends a span of the answer as it is, without furniture. */
export function addSpan(builder: ReadableTextBuilder, start: number, end: number): void {
  if (builder.furniture.length === 0) addPlain(builder, start, end);
  else addOutsideFurniture(builder, start, end, addPlain);
}

/** Appends a span with backslash escapes, character references and indented lines. */
export function addMarkup(builder: ReadableTextBuilder, start: number, end: number): void {
  if (builder.furniture.length === 0) addDecoded(builder, start, end);
  else addOutsideFurniture(builder, start, end, addDecoded);
}

/** Appends a placeholder for a span that does not count. */
export function addCut(builder: ReadableTextBuilder, start: number, end: number): void {
  push(builder, CUT, start, end);
}

export function addLineBreak(builder: ReadableTextBuilder, start: number, end: number): void {
  push(builder, '\n', start, end);
}

/** Separates the next text from a word right before it. */
export function separateFromWord(builder: ReadableTextBuilder): void {
  const { openBlock: block, text, lastUnit } = builder;
  if (block !== null && text.length > block.start && isWordUnit(lastUnit)) pushInserted(builder, CUT);
}

/** Starts a block. The caller can set its other fields until the text is built. */
export function openBlock(
  builder: ReadableTextBuilder,
  { kind, heading, item, depth }: Pick<Block, 'kind' | 'heading' | 'item' | 'depth'>,
): Block {
  if (builder.openBlock !== null) closeBlock(builder);
  if (builder.runs.length > 0) pushInserted(builder, BLOCK_END);
  const start = builder.text.length;
  const block: Block = { kind, start, end: start, heading, item, depth, rank: null, isNumbered: false, leadEnd: start };
  builder.openBlock = block;
  builder.blocks.push(block);
  return block;
}

export function closeBlock(builder: ReadableTextBuilder): void {
  const block = builder.openBlock;
  if (block === null) return;
  block.end = builder.text.length;
  block.leadEnd = block.end;
  builder.openBlock = null;
}

/** The length of the readable text so far. */
export function lengthOf(builder: ReadableTextBuilder): number {
  return builder.text.length;
}

export function buildReadableText(builder: ReadableTextBuilder): ReadableText {
  closeBlock(builder);
  const { text, blocks, strong, labels, runs } = builder;
  return { text, blocks, strong, labels, runs };
}

function push(builder: ReadableTextBuilder, value: string, start: number, end: number): void {
  builder.runs.push(builder.text.length, start, end);
  builder.text += value;
  builder.lastUnit = value.charCodeAt(value.length - 1);
}

/** Appends a character that the answer does not have. */
function pushInserted(builder: ReadableTextBuilder, value: string): void {
  const { runs } = builder;
  const end = runs.length === 0 ? 0 : runs[runs.length - 1]!;
  push(builder, value, end, end);
}

function addPlain(builder: ReadableTextBuilder, start: number, end: number): void {
  if (end > start) push(builder, builder.answer.slice(start, end), start, end);
}

type Add = (builder: ReadableTextBuilder, start: number, end: number) => void;

/** Calls `add` for the parts of a span that are not furniture. Spans have to come in order. */
function addOutsideFurniture(builder: ReadableTextBuilder, start: number, end: number, add: Add): void {
  const { furniture } = builder;
  let from = start;
  while (builder.nextFurniture < furniture.length && furniture[builder.nextFurniture + 1]! <= from) {
    builder.nextFurniture += 2;
  }
  for (let i = builder.nextFurniture; i < furniture.length && furniture[i]! < end; i += 2) {
    if (furniture[i]! > from) add(builder, from, furniture[i]!);
    from = Math.min(end, Math.max(from, furniture[i + 1]!));
    push(builder, CUT, Math.max(start, furniture[i]!), from);
  }
  if (from < end) add(builder, from, end);
}

function addDecoded(builder: ReadableTextBuilder, start: number, end: number): void {
  const { answer } = builder;
  const piece = answer.slice(start, end);
  let from = start;
  SPECIAL.lastIndex = 0;
  while (SPECIAL.test(piece)) {
    const at = start + SPECIAL.lastIndex - 1;
    const unit = answer.charCodeAt(at);
    let next = at;
    if (unit === BACKSLASH && at + 1 < end && isAsciiPunctuation(answer.charCodeAt(at + 1))) {
      addPlain(builder, from, at);
      from = at + 1;
      next = at + 2;
    } else if (unit === AMPERSAND) {
      const reference = decodeCharacterReference(answer, at);
      if (reference === null || reference.end > end) continue;
      addPlain(builder, from, at);
      push(builder, reference.value, at, reference.end);
      from = reference.end;
      next = from;
    } else if (unit === NEWLINE) {
      next = at + 1;
      while (next < end && isLinePrefix(answer.charCodeAt(next))) next++;
      if (next === at + 1) continue;
      addPlain(builder, from, at + 1);
      from = next;
    } else continue;
    SPECIAL.lastIndex = next - start;
  }
  addPlain(builder, from, end);
}

function isAsciiPunctuation(unit: number): boolean {
  if (unit > 0x7e || unit < 0x21) return false;
  return unit < 0x30 || (unit > 0x39 && unit < 0x41) || (unit > 0x5a && unit < 0x61) || unit > 0x7a;
}

/** Indentation and `>` at the start of a continued line are Markdown, not text. */
function isLinePrefix(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x3e;
}
