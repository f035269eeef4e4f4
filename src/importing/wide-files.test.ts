import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it } from 'vitest';
import { measureLeast, readCpuMs } from '../../test/harness/cpu-time.ts';
import { zip } from '../../test/harness/zip.ts';
import type { ByteSource } from './byte-source.ts';
import { createDelimitedParser } from './delimited-parser.ts';
import { ImportError } from './import-error.ts';
import { openRecords } from './open-records.ts';
import { surveyRecords } from './survey.ts';

const COLUMNS = 20_000;
const NAMES = Array.from({ length: COLUMNS }, (_, index) => `column ${index}`);
/** DuckDB takes many seconds to write a file of all of them. */
const FEWER = NAMES.slice(0, 5000);
const ROW = `${NAMES.join(',')}\n`;
const MIB = 1024 * 1024;
/** Refusals take some milliseconds of the processor. */
const MOST_WORK_MS = 3000;

const folder = mkdtempSync(join(tmpdir(), 'overheard-wide-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of a gigabyte that repeats the same text, without its bytes. */
function repeat(name: string, text: string): ByteSource {
  const part = Buffer.from(text);
  return {
    name,
    size: 1024 * MIB,
    read: async (start, end) => {
      const parts = Math.ceil((end - start) / part.length) + 1;
      return Buffer.concat(Array(parts).fill(part)).subarray(start % part.length, (start % part.length) + end - start);
    },
  };
}

function inMemory(name: string, bytes: Buffer): ByteSource {
  return { name, size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

async function refuse(source: ByteSource) {
  let bytes = 0;
  const counted: ByteSource = {
    ...source,
    read: (start, end) => {
      bytes += end - start;
      return source.read(start, end);
    },
  };
  const before = readCpuMs();
  const error = await openRecords(counted)
    .then(surveyRecords)
    .catch((reason) => reason);
  return { error, bytes, workMs: readCpuMs() - before };
}

async function writeParquet(select: string): Promise<Buffer> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const path = join(folder, 'file.parquet');
  await connection.run(`copy (select ${select}) to '${path}' (format parquet)`);
  connection.closeSync();
  instance.closeSync();
  return readFileSync(path);
}

function toWorkbook(row: string): Buffer {
  return zip({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    // Broken, and far behind: whoever reads it reads too much.
    'xl/sharedStrings.xml': '<sst><si>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row/>${row}</sheetData></worksheet>`,
  });
}

describe('a file with thousands of columns is refused without reading all of it', () => {
  const entry = JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, 1])));
  it.each<[string, () => ByteSource | Promise<ByteSource>]>([
    ['CSV', () => repeat('a.csv', ROW)],
    ['CSV with semicolons', () => repeat('a.csv', ROW.replaceAll(',', ';'))],
    ['CSV with quotes', () => repeat('a.csv', `"${NAMES.join('","')}"\n`)],
    ['CSV in UTF-16', () => inMemory('a.csv', Buffer.from(`\ufeff${ROW}${ROW}`, 'utf16le'))],
    ['CSV with equal names', () => repeat('a.csv', `${'x,'.repeat(COLUMNS)}x\n`)],
    ['TSV', () => repeat('a.tsv', ROW.replaceAll(',', '\t'))],
    ['NDJSON', () => repeat('a.ndjson', `${entry}\n`)],
    ['JSON', () => repeat('a.json', `[${entry},\n`)],
    ['Excel', () => inMemory('a.xlsx', toWorkbook(`<row>${'<c t="s"><v>7</v></c>'.repeat(COLUMNS)}</row>`))],
    [
      'Excel with one cell far to the right',
      () => inMemory('a.xlsx', toWorkbook('<row><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>')),
    ],
    ['Parquet', async () => inMemory('a.parquet', await writeParquet(FEWER.map((name) => `1 as "${name}"`).join(',')))],
    [
      'Parquet with fields in a column',
      async () => inMemory('a.parquet', await writeParquet(`{${FEWER.map((name) => `'${name}': 1`).join(',')}} as x`)),
    ],
  ])('%s', async (_name, open) => {
    const { error, bytes, workMs } = await refuse(await open());
    expect(error).toBeInstanceOf(ImportError);
    expect(error.trouble).toBe('too_many_columns');
    expect(error.message).toBe(
      'The file has more than 1,000 columns, which is the maximum. Delete the columns that you do not need.',
    );
    expect(bytes).toBeLessThan(4 * MIB);
    expect(workMs).toBeLessThan(MOST_WORK_MS);
  });
});

it('a workbook with 1,000 columns in its first row is not refused for the cells of the next ones', async () => {
  const row = `<row>${'<c><v>1</v></c>'.repeat(1000)}</row>`;
  const { error } = await refuse(inMemory('a.xlsx', toWorkbook(row.repeat(3))));
  expect(error.message).toContain('damaged (xl/sharedStrings.xml)');
});

it('many quoted cells in one line take a time that grows with their number', () => {
  const text = `${'"x",'.repeat(400_000)}\n`;
  const parse = () => createDelimitedParser(',').push(text);
  expect(parse()[0]!.problem).toContain('400,001 cells');
  expect(measureLeast(parse, MOST_WORK_MS)).toBeLessThan(MOST_WORK_MS);
});
