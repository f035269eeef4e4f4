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

async function write(select: string, options = ''): Promise<Uint8Array> {
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

  it('says so where it is damaged', async () => {
    const bytes = await write('select 1 as number from range(5000)');
    await expect(read(bytes.subarray(0, bytes.length - 50))).rejects.toThrow(
      'answers.parquet cannot be read as Parquet',
    );
    const broken = Uint8Array.from(bytes);
    broken.fill(255, 4, 40);
    await expect(read(broken)).rejects.toThrow('answers.parquet cannot be read as Parquet');
  });
});
