import { parseJson } from '../domain/json.ts';
import { AppError } from '../errors.ts';
import type { TextPiece } from './encoding.ts';
import { MAX_RECORD_CHARACTERS, type SourceRecord, TOO_LONG } from './records.ts';

/** How much of an unreadable entry is kept for the file of refused lines. */
const KEPT_CHARACTERS = 10_000;

/** The objects of a file with one JSON object per line. Blank lines are left out. */
export async function* readJsonLines(pieces: AsyncIterable<TextPiece>): AsyncGenerator<SourceRecord> {
  let place = 0;
  for await (const { line, isTooLong, progress } of readLines(pieces)) {
    place += 1;
    if (isTooLong) yield { place, values: {}, problem: TOO_LONG, text: line.slice(0, KEPT_CHARACTERS), progress };
    else if (line.trim() !== '') yield { place, ...parseEntry(line), progress };
  }
}

/** One entry of a JSON file: an object, or why it is none. */
export function parseEntry(text: string): Pick<SourceRecord, 'values' | 'problem' | 'text'> {
  const refuse = (problem: string) => ({ values: {}, problem, text: text.slice(0, KEPT_CHARACTERS) });
  try {
    const value = parseJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { values: value as Record<string, unknown> };
    return refuse('It is not a JSON object. Write every entry as {"column": "value", …}.');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refuse(error.message);
  }
}

interface TextLine {
  line: string;
  isTooLong: boolean;
  progress: number;
}

/** Lines of a text. Of one that is too long, only the beginning. */
async function* readLines(pieces: AsyncIterable<TextPiece>): AsyncGenerator<TextLine> {
  let open = '';
  let isTooLong = false;
  const add = (text: string) => {
    isTooLong ||= open.length + text.length > MAX_RECORD_CHARACTERS;
    if (!isTooLong) open += text;
    else open = open.slice(0, KEPT_CHARACTERS);
  };
  for await (const { text, progress } of pieces) {
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      add(text.slice(from, end));
      yield { line: open, isTooLong, progress };
      open = '';
      isTooLong = false;
      from = end + 1;
    }
    add(text.slice(from));
  }
  if (open !== '' || isTooLong) yield { line: open, isTooLong, progress: 1 };
}
