import { array, assert, asyncProperty, constantFrom, integer, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureLeastOf } from '../../test/harness/cpu-time.ts';
import { readHeldBytes } from '../../test/harness/memory.ts';
import { toCsvLine } from '../domain/csv.ts';
import { detectDelimiter, readDelimited, readHeader } from './delimited.ts';
import { createDelimitedParser } from './delimited-parser.ts';
import type { SourceRecord } from './records.ts';

const MIB = 1024 * 1024;
/** Looking for swallowed rows takes a fraction of this. */
const MOST_WORK_MS = 5000;

async function* inPieces(text: string, length = 7) {
  for (let at = 0; at < text.length; at += length) {
    yield { text: text.slice(at, at + length), progress: Math.min(1, (at + length) / text.length) };
  }
}

async function read(text: string, { delimiter = ',', length = 7 } = {}): Promise<SourceRecord[]> {
  const columns = await readHeader(inPieces(text, length), delimiter);
  const records: SourceRecord[] = [];
  for await (const record of readDelimited(inPieces(text, length), { delimiter, columns })) records.push(record);
  return records;
}

function toQuotedLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
}

describe('a CSV file', () => {
  it.each([1, 2, 3, 7, 1000])('is read the same in pieces of %i characters', async (length) => {
    const text = 'a,b\r\n"x ""y"", z\r\nnext",2\r\n\r\n3,"4"\n5,';
    expect((await read(text, { length })).map(({ place, values }) => ({ place, values }))).toEqual([
      { place: 2, values: { a: 'x "y", z\r\nnext', b: '2' } },
      { place: 5, values: { a: '3', b: '4' } },
      { place: 6, values: { a: '5' } },
    ]);
  });

  it('gives back what was written, whatever it is and however it is cut', async () => {
    const cell = string({ unit: constantFrom('a', '"', ',', ';', '\n', '\r', '=', ' ', 'é', '😀') });
    await assert(
      asyncProperty(
        array(array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 5 }),
        integer({ min: 1, max: 9 }),
        async (rows, length) => {
          const text = `a,b\r\n${rows.map((row) => toQuotedLine(row)).join('')}`;
          const found = await read(text, { length });
          expect(found.map(({ values }) => [values.a ?? '', values.b ?? ''])).toEqual(rows);
        },
      ),
    );
  });

  it('of any text ends in rows or in a sentence', async () => {
    const text = string({ unit: constantFrom('a', '"', ',', '\n', '\r', '\0', "'", '=') });
    await assert(
      asyncProperty(text, integer({ min: 1, max: 5 }), async (rest, length) => {
        const whole = read(`a,b\n${rest}`, { length: 1000 }).catch(({ message }: Error) => message);
        const inParts = read(`a,b\n${rest}`, { length }).catch(({ message }: Error) => message);
        const withoutProgress = (result: SourceRecord[] | string) =>
          typeof result === 'string' ? result : result.map(({ progress: _, ...record }) => record);
        expect(withoutProgress(await inParts)).toEqual(withoutProgress(await whole));
      }),
    );
  });

  it('may end its lines like an old Mac, and have blanks before quotes', async () => {
    expect((await read('a,b\r1, "2,3"\r4,5')).map(({ values }) => values)).toEqual([
      { a: '1', b: '2,3' },
      { a: '4', b: '5' },
    ]);
  });

  it('names the line of a quote that is never closed', async () => {
    await expect(read('a,b\n1,2\n3,"oh\n5,6\n7,8\n')).rejects.toThrow(
      /The quote \("\) that opens a cell in line 3 is never closed/,
    );
  });

  it('refuses a row that has swallowed others, because a quote is missing', async () => {
    const rows = ['Q?,US,"Zorbix', 'Q?,US,Other', 'Q?,US,a screen of 5"', 'Q?,US,Last'];
    const swallowed = await read(`a,b,c\n${rows.join('\n')}\n`);
    expect(swallowed.map(({ place, problem }) => [place, problem?.split('. ')[0]])).toEqual([
      [
        2,
        'The quote (") that opens a cell in line 2 is closed in line 4, and the text in between looks like separate rows',
      ],
      [5, undefined],
    ]);
    const cut = await read('a,b,c\nQ?,US,"Zorbix\nQ?,US,"Other"\nQ?,US,Last\n');
    expect(cut.map(({ place, problem }) => [place, problem?.slice(0, 84)])).toEqual([
      [2, 'The quote (") that opens a cell in line 2 is closed in line 3, in the middle of a ce'],
      [4, undefined],
    ]);
  });

  it('is quick to look for them, however many cells a row has', async () => {
    const cell = `"${'\nx,y,z'.repeat(5)}",`;
    const text = `a,b,c\n${cell.repeat(40_000)}\n`;
    expect(await measureLeastOf(() => read(text), MOST_WORK_MS)).toBeLessThan(MOST_WORK_MS);
  });

  it('takes lists and tables inside of a cell as they are', async () => {
    const ranked = await read('a,b,c\n1,Best?,"These:\nRank,Brand,Why\n1,Zorbix,quiet"\n');
    expect(ranked.map(({ problem }) => problem)).toEqual([undefined]);
    const answer = 'The best are:\nZorbix, Acme, Quellan\nand, sometimes, others';
    const records = await read(`a,b,c\nQ?,US,"${answer}"\n`);
    expect(records.map(({ values, problem }) => [values, problem])).toEqual([
      [{ a: 'Q?', b: 'US', c: answer }, undefined],
    ]);
  });

  it('refuses only the rows whose cells do not fit the columns', async () => {
    const records = await read('a,b\n1,2,3\n4\n5,6\n"7" x,8\n');
    expect(records.map(({ place, problem }) => [place, problem?.slice(0, 30)])).toEqual([
      [2, 'It has 3 cells, but the file h'],
      [3, 'It has 1 cell, but the file ha'],
      [4, undefined],
      [5, 'A quoted cell goes on after it'],
    ]);
  });

  it('gives every column a name of its own', async () => {
    expect(await readHeader(inPieces('a,, a ,a\n'), ',')).toEqual(['a', 'Column 2', 'a (2)', 'a (3)']);
  });

  it('keeps columns that are called like parts of an object', async () => {
    const [record] = await read('__proto__,constructor\n1,2\n');
    expect(Object.entries(record!.values)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  it('gets back the formulas that our exports protect', async () => {
    const texts = [
      ...['=1+1', '＝1+1', '－1', ' =1', '\ufeff=1', '\t@a', '\nx', 'a;=cmd|x!A0', 'a\tb'],
      ...["it's", "'=1", "''+1", "'x", "' =1", "'"],
    ];
    for (const text of texts) {
      const [record] = await read(`a,b\n${toCsvLine([text, 'x'])}`);
      expect(record!.values).toEqual({ a: text, b: 'x' });
    }
  });

  it('does not fill the memory with a line of 100 MB or a million cells', async () => {
    const before = readHeldBytes();
    const held: number[] = [];
    /** A line in a hundred pieces, each with bytes of its own. While the last one is asked for, the others may be forgotten. */
    async function* endless(start: string, createPiece: () => string, end: string) {
      yield { text: `a,b\n${start}`, progress: 0 };
      for (let count = 0; count < 100; count += 1) yield { text: createPiece(), progress: 0.5 };
      held.push(readHeldBytes() - before);
      yield { text: end, progress: 1 };
    }
    const createText = () => Buffer.alloc(MIB, 'x').toString('latin1');
    const createCells = () => Buffer.alloc(10_000, ',').toString('latin1');
    const options = { delimiter: ',', columns: ['a', 'b'] };
    const problems: (string | undefined)[] = [];
    for await (const { problem } of readDelimited(endless('"', createText, '",1\n2,3\n'), options))
      problems.push(problem);
    for await (const { problem } of readDelimited(endless('', createCells, '\n2,3\n'), options)) problems.push(problem);
    expect(problems).toEqual([
      expect.stringContaining('longer than 4 million characters'),
      undefined,
      expect.stringContaining('1,000,001 cells'),
      undefined,
    ]);
    expect(held).toHaveLength(2);
    expect(Math.max(...held)).toBeLessThan(40 * MIB);
    await expect(readHeader(endless('"', createText, ''), ',')).resolves.toEqual(['a', 'b']);
    await expect(readHeader(inPieces(`${'a,'.repeat(1_000_000)}\n`, 100_000), ',')).rejects.toThrow(/cells|columns/);
  });

  it('does not fill the memory with an endless row of quoted cells over several lines', () => {
    const parser = createDelimitedParser(',');
    parser.push('a,b\n');
    const before = readHeldBytes();
    for (let count = 0; count < 300; count += 1) parser.push('"\n",'.repeat(10_000));
    expect(readHeldBytes() - before).toBeLessThan(40 * MIB);
    expect(parser.end()).toMatchObject([{ problem: expect.stringContaining('3,000,001 cells') }]);
  });

  it('keeps the line in which an endless cell opens', () => {
    const parser = createDelimitedParser(',');
    parser.push('a\n"');
    for (let count = 0; count < 20; count += 1) parser.push('text\n'.repeat(100_000));
    expect(() => parser.end()).toThrow('in line 2 is never closed');
  });
});

describe('the delimiter', () => {
  it.each([
    ['a,b\n1,2', ','],
    ['a;b\n"1,2";3,5', ';'],
    ['a\tb\n1,2\t3', '\t'],
    ['a|b|c\n1|2|3', '|'],
    ['prompt,answer\nWhich?,"One; two; three"\n', ','],
    ['prompt;answer, in full\nWhich?;"One, two"\nAnd?;Three\nLast?;x', ';'],
    ['only one column\nWhich, really?', '\u001f'],
    ['one,two\nWhich?\nWhat?', ','],
    ['sep=|\na,b|c', '|'],
  ])('of %j is %j', (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });

  it('may be named in the first line, which is not a row', async () => {
    expect(await read('sep=;\r\na;b\r\n1;2\r\n', { delimiter: ';', length: 100 })).toMatchObject([
      { place: 3, values: { a: '1', b: '2' } },
    ]);
  });
});
