import type { ByteSource } from './byte-source.ts';
import { detectDelimiter, readDelimited, readHeader } from './delimited.ts';
import { confirmEncoding, type Encoding, guessEncoding, readText } from './encoding.ts';
import { ImportError } from './import-error.ts';
import { readJsonArray } from './json-array.ts';
import { readJsonLines } from './json-lines.ts';
import { checkColumnCount, type FileFormat, type Records, type SourceRecord } from './records.ts';
import { openXlsx } from './xlsx.ts';

export interface OpenOptions {
  /** Instead of what the content and the name say. */
  format?: FileFormat | undefined;
  /** Of a CSV file, instead of what the content says. */
  delimiter?: string | undefined;
  /** Of a workbook; default: the first. */
  sheet?: string | undefined;
}

const SAMPLE_CHARACTERS = 256 * 1024;

/** How files begin that are none of ours, and what to do about them. */
const FOREIGN: [string, string][] = [
  [
    'd0cf11e0',
    'is an old Excel file (.xls), or is protected with a password. Save it as .xlsx without one, or as CSV.',
  ],
  ['1f8b', 'is compressed with gzip. Unpack it first: gunzip FILE.'],
  ['28b52ffd', 'is compressed with Zstandard. Unpack it first: unzstd FILE.'],
  ['425a68', 'is compressed with bzip2. Unpack it first: bunzip2 FILE.'],
  ['25504446', 'is a PDF. Export the table as CSV or .xlsx.'],
];

/** Opens a file of any format that can be imported. The content decides; the name only where the content leaves it open. */
export async function openRecords(source: ByteSource, options: OpenOptions = {}): Promise<Records> {
  const format = options.format ?? (await detectBinaryFormat(source));
  if (format === 'parquet') {
    // Few files are, and what reads them is large.
    const { openParquet } = await import('./parquet.ts');
    return openParquet(source);
  }
  if (format === 'xlsx') return openXlsx(source, options);
  return openText(source, { ...options, format });
}

async function detectBinaryFormat(source: ByteSource): Promise<'xlsx' | 'parquet' | undefined> {
  const bytes = await source.read(0, 8);
  const start = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const foreign = FOREIGN.find(([magic]) => start.startsWith(magic));
  if (foreign) throw new ImportError('unreadable', `${source.name} ${foreign[1]}`);
  if (start.startsWith('504b0304') || start.startsWith('504b0506')) return 'xlsx';
  if (start.startsWith('50415231')) return 'parquet';
  if (/\.(xlsx|parquet)$/i.test(source.name) && source.size > 0) {
    const kind = /\.xlsx$/i.test(source.name) ? 'an Excel workbook' : 'a Parquet file';
    throw new ImportError(
      'unreadable',
      `${source.name} is not ${kind}, whatever its name says. Export it again, or rename it after what it is, such as .csv.`,
    );
  }
  return undefined;
}

async function openText(source: ByteSource, { format: given, delimiter }: OpenOptions) {
  const guess = await guessEncoding(source);
  const sample = await readSample(source, guess);
  if (sample.trim() === '') {
    throw new ImportError('empty', `${source.name} is empty. Export it again, and check that it has rows.`);
  }
  const format = given ?? detectTextFormat(source.name, sample);
  const separator = delimiter ?? (format === 'tsv' ? '\t' : detectDelimiter(sample));
  // Before all of the file is read.
  const beginning = readText(source, guess);
  if (format === 'ndjson') await checkFirstEntry(readJsonLines(beginning));
  else if (format === 'json') await checkFirstEntry(readJsonArray(beginning));
  else await readHeader(beginning, separator);
  const encoding = await confirmEncoding(source, guess);
  const read = () => readText(source, encoding);
  const notices =
    encoding === 'windows-1252'
      ? [
          'The file is not UTF-8, so it is read as Windows-1252. If letters such as é or ü look wrong, save it as UTF-8 and import it again.',
        ]
      : [];
  if (format === 'ndjson') return toJson(format, { notices, read: () => readJsonLines(read()) });
  if (format === 'json') return toJson(format, { notices, read: () => readJsonArray(read()) });
  const columns = await readHeader(read(), separator);
  const records: Records = {
    format,
    unit: 'line',
    columns,
    delimiter: separator,
    notices,
    read: () => readDelimited(read(), { delimiter: separator, columns }),
  };
  return records;
}

async function checkFirstEntry(entries: AsyncIterable<SourceRecord>): Promise<void> {
  for await (const { values } of entries) return checkColumnCount(Object.keys(values).length);
}

function toJson(format: 'ndjson' | 'json', rest: Pick<Records, 'notices' | 'read'>): Records {
  return { format, unit: 'row', columns: undefined, ...rest };
}

async function readSample(source: ByteSource, encoding: Encoding): Promise<string> {
  let sample = '';
  for await (const { text } of readText(source, encoding)) {
    sample += text;
    // White space is no content, however much of it comes first.
    if (sample.trimStart().length >= SAMPLE_CHARACTERS) break;
    if (sample.trim() === '') sample = '';
  }
  return sample.slice(0, SAMPLE_CHARACTERS);
}

function detectTextFormat(name: string, sample: string): FileFormat {
  const text = sample.trimStart();
  // Some databases put the names of columns in brackets: [Prompt],[Answer].
  if (/^\[\s*[[{\]"\d-]/.test(text) || (text.startsWith('[') && /\.json$/i.test(name))) return 'json';
  if (/\.(ndjson|jsonl)$/i.test(name)) return 'ndjson';
  if (text.startsWith('{')) return beginsWithObjectLine(text) ? 'ndjson' : 'json';
  if (/^<(!doctype|html|\?xml)/i.test(text)) {
    throw new ImportError(
      'unreadable',
      `${name} is a web page or an XML file, not a table. Export the table as CSV, .xlsx or JSON.`,
    );
  }
  if (/\.json$/i.test(name)) {
    throw new ImportError(
      'unreadable',
      `${name} is not JSON: it must be an array, [{…}, {…}], or one object per line. Export it again, or rename it after what it is, such as .csv.`,
    );
  }
  return /\.tsv$/i.test(name) ? 'tsv' : 'csv';
}

/** Whether the first line is a whole object, and not the beginning of one that is spread over several lines. */
function beginsWithObjectLine(text: string): boolean {
  const end = text.indexOf('\n');
  const line = end === -1 ? text : text.slice(0, end);
  try {
    const value = JSON.parse(line) as Record<string, unknown>;
    // An object such as {"data": […]} in one line, and nothing after it, is a document.
    return (
      (end !== -1 && text.slice(end).trim() !== '') || !Object.values(value).some(isListOfObjects) || !isAlone(value)
    );
  } catch {
    return end !== -1 && /^\s*\{/.test(text.slice(end));
  }
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'object');
}

/** Whether an object has hardly anything but its list, as documents around a list do. An answer has sources, and a prompt too. */
function isAlone(value: Record<string, unknown>): boolean {
  return Object.values(value).filter((entry) => typeof entry === 'string').length < 2;
}
