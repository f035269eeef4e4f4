import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSpool } from './spool.ts';

const MIB = 1024 * 1024;
let folder: string;
let used = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overheard-spool-'));
  used = 0;
});
afterEach(() => rm(folder, { recursive: true }));

const open = () => {
  const reserve = (bytes: number) => {
    used += bytes;
    if (used > 16 * MIB) throw new Error('too much');
  };
  return createSpool({ folder, reserve });
};

async function readAll(spool: ReturnType<typeof open>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of spool.read()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe('what is spooled', () => {
  it('comes out as it went in, from memory or from disk, while it is written or after', async () => {
    for (const rows of [0, 1, 1000, 100_000]) {
      const lines = Array.from({ length: rows }, (_, row) => `row ${row} ${'é'.repeat(40)}\n`);
      for (const isLate of [false, true]) {
        const spool = open();
        const early = isLate ? undefined : readAll(spool);
        for (const line of lines) await spool.write(line);
        await spool.end();
        expect(used > 0).toBe(rows === 100_000);
        expect(await (early ?? readAll(spool))).toBe(lines.join(''));
        await spool.close();
        expect(used).toBe(0);
      }
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends with the error that its writer had, never as if it were complete', async () => {
    for (const size of [10, 6 * MIB]) {
      const spool = open();
      await spool.write('x'.repeat(size));
      const read = readAll(spool);
      spool.fail(new Error('broken'));
      await expect(read).rejects.toThrow('broken');
      await spool.close();
    }
  });

  it('takes no more disk than it may', async () => {
    const spool = open();
    const write = async () => {
      for (let written = 0; written < 40; written += 1) await spool.write('x'.repeat(MIB));
    };
    await expect(write()).rejects.toThrow('too much');
    await spool.close();
  });
});
