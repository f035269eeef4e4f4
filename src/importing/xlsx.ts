import type { ByteSource } from './byte-source.ts';
import { ImportError } from './import-error.ts';
import {
  checkColumnCount,
  MAX_RECORD_CHARACTERS,
  type Records,
  type SourceRecord,
  TOO_LONG,
  toColumnNames,
} from './records.ts';
import { type CellLookups, decodeEscapes, openWorkbook, readLookups, readPart, type Workbook } from './workbook.ts';
import { fromSerialDate } from './written-dates.ts';

type Cell = string | number;

/** A workbook whose cells can be read. */
type ReadableWorkbook = Workbook & CellLookups;

interface SheetRow {
  row: number;
  cells: Cell[];
  isTooLong: boolean;
}

/** The last column of a sheet in Excel is XFD. */
const MAX_CELLS = 16_384;

/** The rows of one sheet of a workbook: the first one, or the one that is named. */
export async function openXlsx(source: ByteSource, { sheet }: { sheet?: string | undefined } = {}): Promise<Records> {
  const parts = await openWorkbook(source);
  const names = parts.sheets.map(({ name }) => name);
  const chosen = sheet === undefined ? parts.sheets[0]! : parts.sheets.find(({ name }) => name === sheet);
  if (!chosen) {
    throw new ImportError(
      'unknown_sheet',
      `The workbook has no sheet "${sheet}". It has: ${names.slice(0, 50).join(', ')}.`,
      { sheets: names },
    );
  }
  await checkWidth(source, { zip: parts.zip, path: chosen.path });
  const workbook = { ...parts, ...(await readLookups(source, parts.zip)) };
  const others = names.filter((name) => name !== chosen.name);
  const columns = await readHeader(source, { workbook, path: chosen.path, name: chosen.name });
  return {
    format: 'xlsx',
    unit: 'row',
    columns,
    sheets: { names, chosen: chosen.name },
    notices:
      sheet === undefined && others.length > 0
        ? [`Only the sheet "${chosen.name}" is read. The workbook also has: ${others.slice(0, 10).join(', ')}.`]
        : [],
    read: () => readRecords(source, { workbook, path: chosen.path, columns }),
  };
}

/** Counts the cells of the first row, before the texts are read that they refer to. */
async function checkWidth(source: ByteSource, { zip, path }: Pick<Workbook, 'zip'> & { path: string }): Promise<void> {
  let column = -1;
  let hasCells = false;
  let isOver = false;
  const handlers = {
    open: (name: string, { r }: Record<string, string>) => {
      if (isOver) return;
      if (name === 'c') column = toColumnIndex(r) ?? column + 1;
      if (name !== 'v' && name !== 't') return;
      hasCells = true;
      checkColumnCount(column + 1);
    },
    close: (name: string) => {
      if (name !== 'row') return;
      isOver ||= hasCells;
      column = -1;
    },
  };
  for await (const _ of readPart(source, { zip, path, handlers })) if (isOver) return;
}

async function readHeader(
  source: ByteSource,
  { workbook, path, name }: { workbook: ReadableWorkbook; path: string; name: string },
): Promise<string[]> {
  for await (const { row } of readRows(source, { workbook, path })) return toColumnNames(row.cells.map(String));
  const sheets = workbook.sheets.map((sheet) => sheet.name);
  throw new ImportError('empty', `The sheet "${name}" is empty. Choose another sheet, or fill in this one.`, {
    sheets,
  });
}

async function* readRecords(
  source: ByteSource,
  { workbook, path, columns }: { workbook: ReadableWorkbook; path: string; columns: readonly string[] },
): AsyncGenerator<SourceRecord> {
  let isHeader = true;
  for await (const { row, progress } of readRows(source, { workbook, path })) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    const values = Object.fromEntries(
      columns.flatMap((column, index) => {
        const cell = row.cells[index];
        return cell === undefined || cell === '' ? [] : [[column, cell]];
      }),
    );
    const record = { place: row.row, values, progress };
    yield row.isTooLong ? { ...record, problem: TOO_LONG } : record;
  }
}

/** Rows that have something in them. */
async function* readRows(source: ByteSource, { workbook, path }: { workbook: ReadableWorkbook; path: string }) {
  const collector = createRowCollector(workbook);
  const { zip } = workbook;
  const size = Math.max(1, zip.sizeOf(path));
  let bytes = 0;
  async function* counted() {
    for await (const chunk of zip.read(path)) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  const part = { zip: { ...zip, read: counted }, path, handlers: collector.handlers };
  for await (const _ of readPart(source, part)) {
    for (const row of collector.take()) yield { row, progress: Math.min(1, bytes / size) };
  }
}

/** Builds rows from the elements of a sheet: `<row r="2"><c r="B2" s="1" t="s"><v>12</v></c></row>`. */
function createRowCollector({ texts, dateStyles, is1904 }: ReadableWorkbook) {
  let rows: SheetRow[] = [];
  let row: SheetRow = { row: 0, cells: [], isTooLong: false };
  let size = 0;
  let column = -1;
  let type = 'n';
  let style = 0;
  let value = '';
  let isValue = false;

  function toCell(): Cell {
    switch (type) {
      case 's':
        return texts[Number(value)] ?? '';
      case 'inlineStr':
      case 'str':
        return decodeEscapes(value);
      case 'b':
        return value === '1' ? 'true' : 'false';
      case 'e':
        return '';
      case 'd':
        return value;
      default:
        return toNumber();
    }
  }

  function toNumber(): Cell {
    const number = Number(value);
    if (value.trim() === '' || Number.isNaN(number)) return value.trim();
    return (dateStyles[style] && fromSerialDate(number, { is1904 })) || number;
  }

  function endCell(): void {
    const cell = toCell();
    size += typeof cell === 'string' ? cell.length : 1;
    row.isTooLong ||= size > MAX_RECORD_CHARACTERS;
    if (row.isTooLong) row.cells = [];
    else if (cell !== '' && column < MAX_CELLS) {
      while (row.cells.length < column) row.cells.push('');
      row.cells[column] = cell;
    }
  }

  return {
    handlers: {
      open(name: string, attributes: Record<string, string>) {
        if (name === 'row') {
          row = { row: toRowNumber(attributes.r, row.row + 1), cells: [], isTooLong: false };
          size = 0;
          column = -1;
        } else if (name === 'c') {
          column = toColumnIndex(attributes.r) ?? column + 1;
          type = attributes.t ?? 'n';
          style = Number(attributes.s ?? 0);
          value = '';
        }
        // A formula stands in <f>, its last result in <v>.
        isValue = name === 'v' || name === 't';
      },
      text(text: string) {
        if (isValue && value.length <= MAX_RECORD_CHARACTERS) value += text;
      },
      close(name: string) {
        isValue = false;
        if (name === 'c') endCell();
        if (name === 'row' && (row.cells.length > 0 || row.isTooLong)) rows.push(row);
      },
    },
    /** The rows that are complete since the last call. */
    take(): SheetRow[] {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

function toRowNumber(text: string | undefined, fallback: number): number {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : fallback;
}

/** 0 for `A7`, 27 for `AB3`. */
function toColumnIndex(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
