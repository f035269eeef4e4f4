import { deflateRawSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { zip } from '../../test/harness/zip.ts';
import { toByteSource } from './byte-source.ts';
import type { SourceRecord } from './records.ts';
import { openXlsx } from './xlsx.ts';

const MIB = 1024 * 1024;

const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="0 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';

function workbook(
  rows: string,
  {
    texts = [],
    more = {},
    names = ['Answers'],
  }: { texts?: string[]; more?: Parameters<typeof zip>[0]; names?: string[] } = {},
) {
  const sheets = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  const relations = names.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return zip({
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr/><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    'xl/styles.xml': STYLES,
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row><c t="str"><v>z</v></c></row></sheetData></worksheet>',
    ...more,
  });
}

async function read(bytes: Buffer, sheet?: string) {
  const records = await openXlsx(toByteSource('a.xlsx', bytes), { sheet });
  const all: SourceRecord[] = [];
  for await (const record of records.read()) all.push(record);
  return { records, all };
}

/** The directory seems to begin far behind the end of the file. */
function withWrongDirectory(): Buffer {
  const bytes = workbook('<row/>');
  return bytes.fill(0xff, bytes.length - 10, bytes.length - 2);
}

/** Counts the bytes that are unpacked from now on. Memory in use would also count what is garbage already. */
function watchUnpacking(): () => number {
  const { DecompressionStream } = globalThis;
  let bytes = 0;
  vi.stubGlobal(
    'DecompressionStream',
    function createCounted(format: ConstructorParameters<typeof DecompressionStream>[0]) {
      const { readable, writable } = new DecompressionStream(format);
      const counter = new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          bytes += chunk.length;
          controller.enqueue(chunk);
        },
      });
      return { writable, readable: readable.pipeThrough(counter) };
    },
  );
  return () => {
    vi.unstubAllGlobals();
    return bytes;
  };
}
afterEach(() => void vi.unstubAllGlobals());

const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

describe('a workbook', () => {
  it('has texts, numbers, dates, results of formulas, and gaps', async () => {
    const texts = [
      '<t>Prompt</t>',
      '<t>Day</t>',
      '<r><t>Rich </t></r><r><t>&amp; text_x000D_</t></r><rPh><t>no</t></rPh>',
    ];
    const { records, all } = await read(
      workbook(
        `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="str"><v>N</v></c></row>
         <row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3" s="1"><v>46340</v></c><c r="D3"><v>7</v></c></row>
         <row r="4"><c r="A4" t="str"><f>1+1</f><v>two</v></c><c r="B4" s="2"><v>46340.5</v></c><c r="D4" s="3"><v>46340</v></c></row>
         <row r="5"><c r="A5" t="e"><v>#N/A</v></c><c r="D5" t="b"><v>1</v></c></row>
         <row r="6"><c r="A6"/></row>
         <row r="7"><c r="A7" t="inlineStr"><is><t>=HYPERLINK("x")</t></is></c></row>`,
        { texts },
      ),
    );
    expect(records.columns).toEqual(['Prompt', 'Day', 'Column 3', 'N']);
    expect(all.map(({ place, values }) => ({ place, values }))).toEqual([
      { place: 3, values: { Prompt: 'Rich & text\r', Day: '2026-11-14', N: 7 } },
      { place: 4, values: { Prompt: 'two', Day: '2026-11-14T12:00:00', N: 46340 } },
      { place: 5, values: { N: 'true' } },
      { place: 7, values: { Prompt: '=HYPERLINK("x")' } },
    ]);
  });

  it('says which sheet is read, and reads another one by its name', async () => {
    const bytes = workbook(`<row>${inline('a')}</row><row>${inline('1')}</row>`, { names: ['One', 'Two'] });
    const { records } = await read(bytes);
    expect(records.notices).toEqual(['Only the sheet "One" is read. The workbook also has: Two.']);
    expect((await read(bytes, 'Two')).records.columns).toEqual(['z']);
    await expect(read(bytes, 'Three')).rejects.toThrow('no sheet "Three". It has: One, Two.');
  });

  it.each([
    ['another archive', zip({ mimetype: 'x' }), 'is a ZIP archive, but not an Excel workbook'],
    ['a cut file', workbook('<row/>').subarray(0, 200), 'is damaged or not a spreadsheet'],
    ['broken XML', workbook('<row><c></row>'), 'is damaged (xl/worksheets/sheet1.xml)'],
    [
      'countless attributes',
      workbook(`<row ${Array.from({ length: 5000 }, (_, index) => `a${index}=""`).join(' ')}/>`),
      'is damaged',
    ],
    ['countless levels', workbook('<row>'.repeat(5000)), 'is damaged'],
    ['an entity', workbook(`<row>${inline('&lol;')}</row>`), 'is damaged'],
    ['an empty sheet', workbook(''), 'The sheet "Answers" is empty'],
    ['a wrong directory', withWrongDirectory(), 'is damaged or not a spreadsheet'],
  ])('says what is wrong with %s', async (_, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
  });

  it('that would unpack to far more than its size is refused before all of it is unpacked', async () => {
    const bomb = { deflated: deflateRawSync(Buffer.alloc(128 * MIB, ' ')), size: 100 };
    for (const path of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/workbook.xml']) {
      const countUnpacked = watchUnpacking();
      await expect(read(workbook('', { more: { [path]: bomb } }))).rejects.toThrow(/too large|damaged/);
      expect(countUnpacked(), path).toBeLessThan(112 * MIB);
    }
    const texts = deflateRawSync(`<sst><si><t>${'ab'.repeat(1000)}</t></si>`.repeat(1));
    await expect(
      read(workbook('', { more: { 'xl/sharedStrings.xml': { deflated: texts, size: 1 } } })),
    ).rejects.toThrow('damaged');
  });

  it('refuses a row that is too long, and columns without number', async () => {
    const long = inline('x'.repeat(5 * 1024 * 1024));
    const { all } = await read(workbook(`<row>${inline('a')}</row><row>${long}</row><row>${inline('b')}</row>`));
    expect(all).toMatchObject([{ problem: expect.stringContaining('longer than') }, { values: { a: 'b' } }]);
    await expect(read(workbook(`<row>${inline('a').repeat(2000)}</row>`))).rejects.toThrow('more than 1,000 columns');
  });
});
