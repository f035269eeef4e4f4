import { toCounted } from '../domain/counted.ts';
import { createDelimitedParser, type DelimitedRow } from './delimited-parser.ts';
import type { TextPiece } from './encoding.ts';
import { ImportError } from './import-error.ts';
import { type SourceRecord, toColumnNames, toValues } from './records.ts';

const DELIMITERS = [',', ';', '\t', '|'];

/** For a file with one column, in which a comma is a part of the text. No text has this character. */
const NO_DELIMITER = '\u001f';

/** The line with which spreadsheets name the delimiter. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** The delimiter with which most rows of a sample have as many cells as the header. */
export function detectDelimiter(sample: string): string {
  const named = SEPARATOR_LINE.exec(sample);
  if (named) return named[1]!;
  let best = { delimiter: NO_DELIMITER, share: 0, columns: 1 };
  for (const delimiter of DELIMITERS) {
    const [header, ...rows] = createDelimitedParser(delimiter).push(`${sample}\n`);
    const columns = header?.cells.length ?? 1;
    if (columns < 2) continue;
    // The last row of the sample may be cut off.
    const whole = rows.slice(0, -1);
    const fitting = whole.filter(({ cells }) => cells.length === columns).length;
    const share = whole.length === 0 ? 1 : fitting / whole.length;
    if (share > best.share || (share === best.share && columns > best.columns)) best = { delimiter, share, columns };
  }
  return best.delimiter;
}

/** The names in the first row of a CSV file. */
export async function readHeader(pieces: AsyncIterable<TextPiece>, delimiter: string): Promise<string[]> {
  for await (const { row } of readRows(pieces, delimiter)) {
    if (row.problem !== undefined) {
      throw new ImportError(
        'unreadable',
        `The first row has to be the names of the columns, and it cannot be read: ${row.problem}`,
      );
    }
    return toColumnNames(row.cells);
  }
  throw new ImportError('empty', 'The file is empty. Export it again, with the names of the columns in its first row.');
}

/** The rows of a CSV file after its header. */
export async function* readDelimited(
  pieces: AsyncIterable<TextPiece>,
  { delimiter, columns }: { delimiter: string; columns: readonly string[] },
): AsyncGenerator<SourceRecord> {
  let isHeader = true;
  for await (const { row, progress } of readRows(pieces, delimiter)) {
    if (isHeader) isHeader = false;
    else yield toRecord(row, { columns, progress });
  }
}

function toRecord(
  { line, cells, problem }: DelimitedRow,
  { columns, progress }: { columns: readonly string[]; progress: number },
): SourceRecord {
  const wrong =
    problem ??
    (cells.length === columns.length
      ? undefined
      : `It has ${toCounted(cells.length, 'cell')}, but the file has ${toCounted(columns.length, 'column')}. Put cells that contain the delimiter or a line break in quotes (").`);
  const values = toValues(columns, cells);
  return wrong === undefined ? { place: line, values, progress } : { place: line, values, problem: wrong, progress };
}

async function* readRows(pieces: AsyncIterable<TextPiece>, delimiter: string) {
  const parser = createDelimitedParser(delimiter);
  let isFirst = true;
  for await (const { text, progress } of pieces) {
    // The line that names the delimiter keeps its line end, so that lines are counted as they are.
    const rest = isFirst ? text.replace(SEPARATOR_LINE, '\n') : text;
    isFirst = false;
    for (const row of parser.push(rest)) yield { row, progress };
  }
  for (const row of parser.end()) yield { row, progress: 1 };
}
