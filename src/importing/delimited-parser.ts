import { fromCell } from '../domain/csv.ts';
import { ImportError } from './import-error.ts';
import { MAX_RECORD_CHARACTERS, TOO_LONG } from './records.ts';

/** A row of a CSV file. */
export interface DelimitedRow {
  /** The line in which it begins. */
  line: number;
  cells: string[];
  problem?: string;
}

/** Cells beyond this are counted, not kept: a row of delimiters alone must not fill the memory. */
const MAX_CELLS = 100_000;

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE, QUOTE] = [9, 10, 13, 32, 34];

type State = 'start' | 'plain' | 'quoted' | 'after quote';

const write = (number: number) => number.toLocaleString('en');

/** How many lines of a cell are looked at. */
const MAX_LINES = 20;

/** A quoted cell over several lines. */
interface LongCell {
  /** Its column. */
  at: number;
  /** Where it begins and ends. */
  quoteLine: number;
  closeLine: number;
}

function describeQuote({ quoteLine, closeLine }: Pick<LongCell, 'quoteLine' | 'closeLine'>): string {
  return `The quote (") that opens a cell in line ${write(quoteLine)} is closed in line ${write(closeLine)}`;
}

/** Parses delimited text (RFC 4180) that comes in pieces. Rows that are only blank are left out. */
export function createDelimitedParser(delimiter: string) {
  const separator = delimiter.charCodeAt(0);
  let state: State = 'start';
  let line = 1;
  let rowLine = 1;
  /** Where the last quoted cell begins and ends. */
  let quoteLine = 1;
  let closeLine = 1;
  /** Of the first row. */
  let columns = 0;
  /** Of this row. */
  let longCells: LongCell[] = [];
  let cells: string[] = [];
  let cellCount = 0;
  let cell = '';
  let size = 0;
  let problem: string | undefined;
  /** The line feed of a CRLF that is cut in two. */
  let skipsLineFeed = false;
  let rows: DelimitedRow[] = [];

  function add(text: string): void {
    size += text.length;
    if (size > MAX_RECORD_CHARACTERS) {
      problem = TOO_LONG;
      cells = [];
      cell = '';
    } else cell += text;
  }

  function endCell(): void {
    // A row with more cells than columns is refused anyway, however long it goes on.
    if (state === 'after quote' && closeLine > quoteLine && cellCount < Math.min(columns, MAX_CELLS))
      longCells.push({ at: cellCount, quoteLine, closeLine });
    cellCount += 1;
    if (cellCount <= MAX_CELLS) cells.push(fromCell(cell));
    cell = '';
    state = 'start';
  }

  function endRow(): void {
    endCell();
    if (cellCount > MAX_CELLS) problem ??= `It has ${write(cellCount)} cells. Check the delimiter.`;
    const swallower = problem === undefined && cellCount === columns ? longCells.find(hasSwallowed) : undefined;
    if (swallower) {
      problem = `${describeQuote(swallower)}, and the text in between looks like separate rows. Close it in line ${write(swallower.quoteLine)}, or write a quote that belongs to the text twice ("").`;
    }
    if (problem !== undefined || cellCount > 1 || cells[0]!.trim() !== '') {
      rows.push({ line: rowLine, cells, ...(problem === undefined ? {} : { problem }) });
      columns ||= cellCount;
    }
    longCells = [];
    cells = [];
    cellCount = 0;
    size = 0;
    problem = undefined;
    rowLine = line;
  }

  /**
   * Whether a cell over several lines has swallowed rows, because a quote is missing: a line has as many cells as the file has
   * columns, and two of them are the same as in the row itself.
   */
  function hasSwallowed({ at }: LongCell): boolean {
    return cells[at]!.split('\n', MAX_LINES + 1)
      .slice(1)
      .some((one) => {
        const inside = one.split(delimiter, columns + 1);
        if (inside.length !== columns) return false;
        return inside.filter((value, index) => index !== at && value !== '' && value === cells[index]).length >= 2;
      });
  }

  /** Reads the rest of a quoted cell, and returns where it ends. */
  function readQuoted(text: string, at: number): number {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    // Line ends are sought in the cell alone: the next one may be far away.
    const part = text.slice(at, end);
    for (let feed = part.indexOf('\n'); feed !== -1; feed = part.indexOf('\n', feed + 1)) line += 1;
    add(part);
    if (quote !== -1) {
      state = 'after quote';
      closeLine = line;
    }
    return quote === -1 ? end : quote + 1;
  }

  function findEnd(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === separator || code === LINE_FEED || code === CARRIAGE_RETURN) return at;
    }
    return text.length;
  }

  /** Reads one character outside of quotes, or the run of ordinary ones that begins there. */
  function readUnquoted(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED && skipsLineFeed) {
      skipsLineFeed = false;
      rowLine = line;
      return at + 1;
    }
    skipsLineFeed = false;
    if (code === separator) {
      endCell();
      return at + 1;
    }
    if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      line += 1;
      skipsLineFeed = code === CARRIAGE_RETURN;
      endRow();
      return at + 1;
    }
    if (code === QUOTE && state === 'after quote') {
      add('"');
      state = 'quoted';
      return at + 1;
    }
    if (code === QUOTE && state === 'start') {
      cell = '';
      state = 'quoted';
      quoteLine = line;
      return at + 1;
    }
    if (state === 'start' && (code === SPACE || code === TAB)) {
      add(text[at]!);
      return at + 1;
    }
    if (state === 'after quote') {
      problem ??=
        closeLine > quoteLine
          ? `${describeQuote({ quoteLine, closeLine })}, in the middle of a cell. If it was meant to end earlier, it has taken in the lines in between. Write a quote inside a cell twice ("").`
          : 'A quoted cell goes on after its closing quote. Write a quote inside a cell twice ("").';
    }
    state = 'plain';
    const end = findEnd(text, at);
    add(text.slice(at, end));
    return end;
  }

  return {
    /** Takes the next piece, and returns the rows that end in it. */
    push(text: string): DelimitedRow[] {
      rows = [];
      for (let at = 0; at < text.length; ) at = state === 'quoted' ? readQuoted(text, at) : readUnquoted(text, at);
      return rows;
    },
    /** The last row, if no line end follows it. */
    end(): DelimitedRow[] {
      rows = [];
      if (state === 'quoted') {
        throw new ImportError(
          'unclosed_quote',
          `The quote (") that opens a cell in line ${write(quoteLine)} is never closed. Close it there, or write a quote that belongs to the text twice and put the whole cell in quotes ("6"" screen").`,
        );
      }
      if (cellCount > 0 || cell !== '' || state !== 'start') endRow();
      return rows;
    },
  };
}
