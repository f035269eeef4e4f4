import type { ByteSource } from './byte-source.ts';
import { ImportError } from './import-error.ts';
import { readXml, XmlError, type XmlHandlers } from './xml.ts';
import { openZip, tooLarge, type ZipFile } from './zip.ts';

/** A spreadsheet file. */
export interface Workbook {
  sheets: { name: string; path: string }[];
  /** Days are counted from 1904 instead of 1900. */
  is1904: boolean;
  zip: ZipFile;
}

/** What the cells of all sheets refer to. */
export interface CellLookups {
  /** Texts that cells refer to by number. */
  texts: string[];
  /** Whether numbers of a style are dates, by the number of the style. */
  dateStyles: boolean[];
}

/** The texts of all cells stay in memory while a sheet is read. */
const MAX_TEXT_CHARACTERS = 200 * 1024 * 1024;
const MAX_TEXTS = 5_000_000;
const MAX_STYLES = 100_000;

/** The numbers of built-in formats that show a date or a time. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47]);

/** Opens an .xlsx file. */
export async function openWorkbook(source: ByteSource): Promise<Workbook> {
  const zip = await openZip(source);
  if (!zip.has('xl/workbook.xml')) {
    throw new ImportError(
      'unreadable',
      `${source.name} is a ZIP archive, but not an Excel workbook. Save the table as .xlsx or as CSV. If the archive contains such a file, unpack it first.`,
    );
  }
  return { ...(await readWorkbook(source, zip)), zip };
}

/** Reads what is needed to understand cells. It may be most of the file. */
export async function readLookups(source: ByteSource, zip: ZipFile): Promise<CellLookups> {
  return {
    texts: zip.has('xl/sharedStrings.xml') ? await readTexts(source, zip) : [],
    dateStyles: zip.has('xl/styles.xml') ? await readDateStyles(source, zip) : [],
  };
}

/** Reads one part of a workbook. After each chunk, whoever asked may take what the handlers collected. */
export async function* readPart(
  source: ByteSource,
  { zip, path, handlers }: { zip: ZipFile; path: string; handlers: XmlHandlers },
): AsyncGenerator<void> {
  try {
    yield* readXml(zip.read(path), handlers);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new ImportError('unreadable', `${source.name} is damaged (${path}). Save it again as .xlsx, or as CSV.`);
  }
}

async function readAll(source: ByteSource, part: { zip: ZipFile; path: string; handlers: XmlHandlers }): Promise<void> {
  for await (const _ of readPart(source, part));
}

async function readWorkbook(source: ByteSource, zip: ZipFile): Promise<Pick<Workbook, 'sheets' | 'is1904'>> {
  const targets = new Map<string, string>();
  const found: { name: string; id: string }[] = [];
  let is1904 = false;
  const relations: XmlHandlers = {
    open: (name, { Id = '', Target = '' }) => {
      if (name !== 'Relationship' || targets.size > MAX_STYLES) return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  };
  const workbook: XmlHandlers = {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet' || attributes.state === 'veryHidden' || found.length > MAX_STYLES) return;
      found.push({ name: attributes.name ?? '', id: attributes.id ?? '' });
    },
  };
  if (zip.has('xl/_rels/workbook.xml.rels'))
    await readAll(source, { zip, path: 'xl/_rels/workbook.xml.rels', handlers: relations });
  await readAll(source, { zip, path: 'xl/workbook.xml', handlers: workbook });
  const sheets = found.flatMap(({ name, id }) => {
    const path = targets.get(id);
    return path !== undefined && zip.has(path) ? [{ name, path }] : [];
  });
  if (sheets.length === 0)
    throw new ImportError('empty', `${source.name} has no sheet with cells. Save the table again as .xlsx, or as CSV.`);
  return { sheets, is1904 };
}

async function readTexts(source: ByteSource, zip: ZipFile): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let characters = 0;
  let isText = false;
  let isPhonetic = false;
  await readAll(source, {
    zip,
    path: 'xl/sharedStrings.xml',
    handlers: {
      open: (name) => {
        if (name === 'si') text = '';
        if (name === 'rPh') isPhonetic = true;
        isText = name === 't' && !isPhonetic;
      },
      text: (part) => {
        if (!isText) return;
        characters += part.length;
        if (characters > MAX_TEXT_CHARACTERS) throw tooLarge(source);
        text += part;
      },
      close: (name) => {
        isText = false;
        if (name === 'rPh') isPhonetic = false;
        if (name !== 'si') return;
        if (texts.length === MAX_TEXTS) throw tooLarge(source);
        texts.push(decodeEscapes(text));
      },
    },
  });
  return texts;
}

/** Workbooks write characters that XML has no place for as `_x000D_`. */
export function decodeEscapes(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

async function readDateStyles(source: ByteSource, zip: ZipFile): Promise<boolean[]> {
  const dates = new Set(DATE_FORMATS);
  const styles: boolean[] = [];
  let isInCells = false;
  await readAll(source, {
    zip,
    path: 'xl/styles.xml',
    handlers: {
      open: (name, { numFmtId = '0', formatCode = '' }) => {
        const format = Number(numFmtId);
        if (name === 'cellXfs') isInCells = true;
        if (name === 'numFmt' && dates.size < MAX_STYLES && showsDate(formatCode)) dates.add(format);
        if (name === 'xf' && isInCells && styles.length < MAX_STYLES) styles.push(dates.has(format));
      },
      close: (name) => {
        if (name === 'cellXfs') isInCells = false;
      },
    },
  });
  return styles;
}

/** `dd/mm/yyyy`, but not `0.00 "days"` or `[Red]0`. */
function showsDate(formatCode: string): boolean {
  return /[dmyhs]/i.test(formatCode.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '').replace(/general/gi, ''));
}
