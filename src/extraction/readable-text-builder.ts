import { isWordUnit } from './character-folding.ts';
import { decodeCharacterReference } from './character-references.ts';
import { BLOCK_END, type Block, CUT, type ReadableText } from './readable-text.ts';

const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;
const NEWLINE = 0x0a;
const SPECIAL = /[\\&\n]/g;

/** Collects the pieces of a readable text in reading order. Offsets named `start` and `end` are those of the answer. */
export interface ReadableTextBuilder {
  /** Appends a span of the answer as it stands, minus furniture. */
  addSpan(start: number, end: number): void;
  /** Appends a span in which backslashes escape, references stand for characters and lines may be indented. */
  addMarkup(start: number, end: number): void;
  /** Stands for a span that does not count. */
  addCut(start: number, end: number): void;
  addLineBreak(start: number, end: number): void;
  /** Keeps what follows apart from a word just before it. */
  separate(): void;
  /** Starts a block; the rest of its fields can be set on it until the text is built. */
  openBlock(block: Pick<Block, 'kind' | 'heading' | 'item' | 'depth'>): Block;
  /** Ends the block and returns its text. */
  closeBlock(): string;
  /** Offset in the readable text reached so far. */
  length(): number;
  /** Index of the block opened last. */
  lastBlock(): number;
  strong: number[];
  labels: number[];
  build(): ReadableText;
}

export function createReadableTextBuilder(answer: string, furniture: readonly number[]): ReadableTextBuilder {
  // The text of finished blocks and of the open one: reading a string that is still being appended to copies it whole.
  const finished: string[] = [];
  let finishedLength = 0;
  let open = '';
  let lastUnit = 0;
  const runs: number[] = [];
  const blocks: Block[] = [];
  const strong: number[] = [];
  const labels: number[] = [];
  let openBlock: Block | null = null;
  let nextFurniture = 0;

  function push(value: string, start: number, end: number): void {
    if (value === '') return;
    runs.push(finishedLength + open.length, start, end);
    open += value;
    lastUnit = value.charCodeAt(value.length - 1);
  }

  function flush(): string {
    const text = open;
    finished.push(text);
    finishedLength += text.length;
    open = '';
    return text;
  }

  /** Calls `add` for the parts of a span that are not furniture; spans come in order. */
  function outsideFurniture(start: number, end: number, add: (start: number, end: number) => void): void {
    let from = start;
    while (nextFurniture < furniture.length && furniture[nextFurniture + 1]! <= from) nextFurniture += 2;
    for (let i = nextFurniture; i < furniture.length && furniture[i]! < end; i += 2) {
      if (furniture[i]! > from) add(from, furniture[i]!);
      from = Math.min(end, Math.max(from, furniture[i + 1]!));
      push(CUT, Math.max(start, furniture[i]!), from);
    }
    if (from < end) add(from, end);
  }

  function addPlain(start: number, end: number): void {
    push(answer.slice(start, end), start, end);
  }

  function addDecoded(start: number, end: number): void {
    const piece = answer.slice(start, end);
    let from = start;
    SPECIAL.lastIndex = 0;
    while (SPECIAL.test(piece)) {
      const at = start + SPECIAL.lastIndex - 1;
      const unit = answer.charCodeAt(at);
      let next = at;
      if (unit === BACKSLASH && at + 1 < end && isAsciiPunctuation(answer.charCodeAt(at + 1))) {
        addPlain(from, at);
        from = at + 1;
        next = at + 2;
      } else if (unit === AMPERSAND) {
        const reference = decodeCharacterReference(answer, at);
        if (reference === null || reference.end > end) continue;
        addPlain(from, at);
        push(reference.value, at, reference.end);
        from = reference.end;
        next = from;
      } else if (unit === NEWLINE) {
        next = at + 1;
        while (next < end && isLinePrefix(answer.charCodeAt(next))) next++;
        if (next === at + 1) continue;
        addPlain(from, at + 1);
        from = next;
      } else continue;
      SPECIAL.lastIndex = next - start;
    }
    if (from < end) addPlain(from, end);
  }

  return {
    strong,
    labels,
    addSpan(start, end) {
      if (furniture.length === 0) addPlain(start, end);
      else outsideFurniture(start, end, addPlain);
    },
    addMarkup(start, end) {
      if (furniture.length === 0) addDecoded(start, end);
      else outsideFurniture(start, end, addDecoded);
    },
    addCut(start, end) {
      push(CUT, start, end);
    },
    addLineBreak(start, end) {
      push('\n', start, end);
    },
    separate() {
      const end = runs.length === 0 ? 0 : runs[runs.length - 1]!;
      if (open !== '' && isWordUnit(lastUnit)) push(CUT, end, end);
    },
    openBlock({ kind, heading, item, depth }) {
      if (openBlock !== null) this.closeBlock();
      const end = runs.length === 0 ? 0 : runs[runs.length - 1]!;
      if (runs.length > 0) push(BLOCK_END, end, end);
      flush();
      const start = finishedLength;
      openBlock = { kind, start, end: start, heading, item, depth, rank: null, leadEnd: start };
      blocks.push(openBlock);
      return openBlock;
    },
    closeBlock() {
      if (openBlock === null) return '';
      const text = flush();
      openBlock.end = finishedLength;
      openBlock.leadEnd = finishedLength;
      openBlock = null;
      return text;
    },
    length: () => finishedLength + open.length,
    lastBlock: () => blocks.length - 1,
    build() {
      this.closeBlock();
      return { text: finished.join(''), blocks, strong, labels, runs };
    },
  };
}

function isAsciiPunctuation(unit: number): boolean {
  return (
    (unit > 0x20 && unit < 0x30) ||
    (unit > 0x39 && unit < 0x41) ||
    (unit > 0x5a && unit < 0x61) ||
    (unit > 0x7a && unit < 0x7f)
  );
}

/** Indentation and quote marks at the start of a continued line belong to the Markdown, not to the text. */
function isLinePrefix(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x3e;
}
