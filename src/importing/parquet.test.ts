import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it } from 'vitest';
import { toByteSource } from './byte-source.ts';
import { openRecords } from './open-records.ts';
import type { SourceRecord } from './records.ts';

const folder = mkdtempSync(join(tmpdir(), 'overheard-parquet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function write(select: string, options = ''): Promise<Buffer> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const path = join(folder, 'file.parquet');
  await connection.run(`copy (${select}) to '${path}' (format parquet ${options})`);
  connection.closeSync();
  instance.closeSync();
  return readFileSync(path);
}

async function read(bytes: Uint8Array) {
  const records = await openRecords(toByteSource('answers.parquet', bytes));
  const rows: SourceRecord[] = [];
  for await (const record of records.read()) rows.push(record);
  return { ...records, rows };
}

const TYPES = `select 'Zürich' as text, date '2026-03-01' as day, timestamp '2026-03-01 10:20:30' as moment,
  timestamptz '2026-03-01 10:20:30+02' as zoned, 42::bigint as big, 9007199254740993::bigint as huge, 1.5::decimal(9,2) as cost,
  true as own, ['first', 'second'] as list, [{'url': 'https://a.example/x', 'citation_count': 1}] as pages, null::varchar as nothing,
  '6f2c1b1e-0000-4000-8000-000000000001'::uuid as id`;

describe('a Parquet file', () => {
  it('gives values as JSON would have them', async () => {
    const { format, unit, columns, rows } = await read(await write(TYPES));
    expect({ format, unit }).toEqual({ format: 'parquet', unit: 'row' });
    expect(columns).toHaveLength(12);
    expect(rows).toEqual([
      {
        place: 1,
        progress: 1,
        values: {
          text: 'Zürich',
          day: '2026-03-01',
          moment: '2026-03-01T10:20:30.000Z',
          zoned: '2026-03-01T08:20:30.000Z',
          big: 42,
          huge: '9007199254740993',
          cost: 1.5,
          own: true,
          list: ['first', 'second'],
          pages: [{ url: 'https://a.example/x', citation_count: 1 }],
          id: '6f2c1b1e-0000-4000-8000-000000000001',
        },
      },
    ]);
  });

  it.each(['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4_raw'])(
    'can be compressed with %s, and have several groups of rows',
    async (compression) => {
      const select = `select range as number, 'Zorbix ' || range as answer from range(5000)`;
      const { rows } = await read(await write(select, `, compression ${compression}, row_group_size 2048`));
      expect(rows).toHaveLength(5000);
      expect(rows[4999]).toEqual({ place: 5000, progress: 1, values: { number: 4999, answer: 'Zorbix 4999' } });
    },
  );

  it('says so where it is damaged, and not in the words of a library', async () => {
    const bytes = await write('select range as number from range(5000)', ', row_group_size 2048');
    const [whole, later] = ['', ' from row 2049 on'].map(
      (place) =>
        `answers.parquet cannot be read as Parquet${place}: it is damaged, or not all of it was downloaded. Export it again, or as CSV.`,
    );
    await expect(read(bytes.subarray(0, bytes.length - 50))).rejects.toThrow(whole);
    for (const place of [4, bytes.length - 200, bytes.length - 40]) {
      await expect(read(Uint8Array.from(bytes).fill(255, place, place + 30))).rejects.toThrow(whole);
    }
    await expect(read(Uint8Array.from(bytes).fill(255, bytes.length / 2, bytes.length / 2 + 30))).rejects.toThrow(
      later,
    );
  });

  it('says so where its compression is not known', async () => {
    const text = (await write('select 1 as number')).toString('latin1');
    // The codec stands behind the path of the column: Snappy is 1, LZO is 3.
    const bytes = Buffer.from(text.replace('number\x15\x02', 'number\x15\x06'), 'latin1');
    await expect(read(bytes)).rejects.toThrow('is compressed or encoded in a way that Overheard does not read');
  });
});

describe('a Parquet file that grows without end', () => {
  const refusal = 'answers.parquet unpacks to more than 200 times its size';
  it('is not unpacked', async () => {
    const bytes = await write(`select null::varchar as answer from range(4_000_000)`);
    expect(bytes.length).toBeLessThan(10_000);
    await expect(openRecords(toByteSource('answers.parquet', bytes))).rejects.toThrow(refusal);
  });

  it('is not unpacked where only its pages say how large they are', async () => {
    const nulls = 1_200_000;
    const bytes = await write(`select null::varchar as answer from range(${nulls})`, `, row_group_size ${nulls + 1}`);
    const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
    const count = toVarint(nulls);
    expect(bytes.subarray(0, footer).includes(count)).toBe(true);
    const pages = bytes.subarray(0, footer).toString('latin1').replaceAll(count.toString('latin1'), MANY);
    const larger = Buffer.concat([Buffer.from(pages, 'latin1'), bytes.subarray(footer)]);
    const records = await openRecords(toByteSource('answers.parquet', larger));
    await expect(records.read().next()).rejects.toThrow(refusal);
  });

  it('is not given out where one text stands in very many rows', async () => {
    const bytes = await write(
      `select repeat('x', 1000000) as answer, range as number from range(300)`,
      ', compression zstd',
    );
    await expect(read(bytes)).rejects.toThrow(refusal);
  });

  it('is read where it grows as real ones do', async () => {
    const { rows } = await read(
      await write(`select repeat('x', 100000) as answer from range(2000)`, ', compression zstd'),
    );
    expect(rows).toHaveLength(2000);
  });
});

/** A hundred million, as Parquet writes it. */
const MANY = toVarint(100_000_000).toString('latin1');

/** A number as Parquet writes it. */
function toVarint(number: number): Buffer {
  const bytes = [];
  for (let rest = 2 * number; rest > 0; rest >>>= 7) bytes.push((rest & 127) | (rest > 127 ? 128 : 0));
  return Buffer.from(bytes);
}
