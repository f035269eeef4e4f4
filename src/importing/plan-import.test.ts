import { describe, expect, it } from 'vitest';
import { BUILT_IN } from '../domain/catalog.ts';
import { ANSWERS } from './answer-fields.ts';
import { type ByteSource, toByteSource } from './byte-source.ts';
import { parseGivenValues } from './given-values.ts';
import { IMPORTERS } from './import-kinds.ts';
import { parseMappings } from './mapping.ts';
import { openRecords } from './open-records.ts';
import { planImport, proposeImport } from './plan-import.ts';
import { surveyRecords } from './survey.ts';

interface Given {
  map?: string[];
  set?: Record<string, string>;
  values?: string[];
}

const models = BUILT_IN.entries.map(({ model_id: id, public_id, name, channel_id }) => ({
  id,
  public_id,
  name,
  channel_id,
}));

async function importAll(file: string | ByteSource, { map = [], set = {}, values = [] }: Given = {}) {
  const source = typeof file === 'string' ? toByteSource('a.csv', file) : file;
  const records = await openRecords(source);
  const survey = await surveyRecords(records);
  const plan = planImport({
    kind: ANSWERS,
    records,
    survey,
    columns: parseMappings(ANSWERS, { texts: map, columns: survey.columns }),
    constants: set,
    values: parseGivenValues(ANSWERS, values),
    models,
    validate: IMPORTERS.answers.validate,
  });
  const converted = [];
  for await (const record of records.read()) {
    const { entry, problem } = plan.convert(record);
    converted.push(problem ?? entry);
  }
  return converted;
}

const HEADER = 'Question;Engine;Market;Run date;Response;Citations;Cost';

describe('a file of another tool', () => {
  it('becomes chats as we store them', async () => {
    const text = `${HEADER}\nWhich?;ChatGPT;United States;11/14/2026;Zorbix;https://a.example https://b.example;$0.002\nWhich?;Perplexity;UK;2/3/2026;None;;\n`;
    expect(await importAll(text)).toEqual([
      {
        prompt_text: 'Which?',
        model_id: 'famA-scraper',
        country_code: 'US',
        date: '2026-11-14',
        answer: 'Zorbix',
        sources: [
          { url: 'https://a.example', citation_count: 1 },
          { url: 'https://b.example', citation_count: 1 },
        ],
        cost: 0.002,
      },
      { prompt_text: 'Which?', model_id: 'famB-scraper', country_code: 'GB', date: '2026-02-03', answer: 'None' },
    ]);
  });

  it('may tell cited pages from others', async () => {
    const header = 'Prompt,Model,Country,Date,Answer,Sources,Cited pages';
    const text = `${header}\nWhich?,ChatGPT,US,2026-01-01,Zorbix,https://a.example https://b.example,https://b.example\n`;
    expect(await importAll(text)).toMatchObject([
      { sources: [{ url: 'https://b.example', citation_count: 1 }, { url: 'https://a.example' }] },
    ]);
    // A number of citations is no list of pages.
    const counted = `${header.replace('Cited pages', 'Citations')}\nWhich?,ChatGPT,US,2026-01-01,Zorbix,https://a.example,5\n`;
    expect(await importAll(counted)).toMatchObject([{ sources: [{ url: 'https://a.example' }] }]);
    const detailed = [
      'Prompt\tModel\tCountry\tDate\tAnswer\tSources\tCited URLs',
      'Which?\tChatGPT\tUS\t2026-01-01\tZorbix\t[{"url":"https://a.example","title":"A","citation_count":3}]\thttps://a.example',
      'Which?\tChatGPT\tUS\t2026-01-01\tZorbix\t["https://a.example",null]\thttps://a.example',
    ].join('\n');
    expect(await importAll(detailed)).toEqual([
      expect.objectContaining({ sources: [{ url: 'https://a.example', title: 'A', citation_count: 3 }] }),
      expect.stringContaining('sources'),
    ]);
    expect(await importAll(text.replace('Cited pages', 'Other'))).toMatchObject([
      { sources: [{ url: 'https://a.example' }, { url: 'https://b.example' }] },
    ]);
  });

  it('has values that the user explains', async () => {
    const text = `${HEADER}\nWhich?;GPT-4o web;Elsewhere;2026-01-01;Zorbix;;\n`;
    expect(await importAll(text)).toEqual(['country_code: "Elsewhere" is not a country that Overheard knows.']);
    const values = ['model:gpt-4o Web=famA-0', 'country:Elsewhere=Germany'];
    expect(await importAll(text, { values })).toMatchObject([{ model_id: 'famA-scraper', country_code: 'DE' }]);
    expect(await importAll(text, { values: ['country:Elsewhere='], set: { model_id: 'ChatGPT' } })).toMatchObject([
      { model_id: 'famA-scraper' },
    ]);
  });

  it('has columns whose values show what they are', async () => {
    const text = [
      'Prompt,Platform,Model,Source,Region,Country,Timestamp,Run date,Answer',
      'Which?,ChatGPT,gpt-5.9,Weekly job,EMEA,Germany,later,2026-01-01,Zorbix',
    ].join('\n');
    expect(await importAll(text)).toEqual([
      {
        prompt_text: 'Which?',
        model_id: 'famA-scraper',
        country_code: 'DE',
        date: '2026-01-01',
        answer: 'Zorbix',
      },
    ]);
    expect(await importAll('Prompt,Model,Country,Date,Answer\nWhich?,gpt-5.9,US,2026-01-01,Zorbix')).toEqual([
      'model_id: "gpt-5.9" is not the name or the ID of a model.',
    ]);
  });

  it('asks for the order of day and month only where no date shows it', async () => {
    const row = (date: string) => `Which?;ChatGPT;US;${date};Zorbix;;\n`;
    const unclear = `${HEADER}\n${row('2026-01-01')}${row('1/2/2026')}`;
    await expect(importAll(unclear)).rejects.toThrow(
      'No date in the column Run date shows whether the day or the month comes first: 1/2/2026 (line 3) could be either.',
    );
    expect(await importAll(unclear, { values: ['date=mdy'] })).toMatchObject([{}, { date: '2026-01-02' }]);
    expect(await importAll(`${unclear}${row('13/2/2026')}`)).toMatchObject([{}, { date: '2026-02-01' }, {}]);
    await expect(importAll(unclear, { set: { date: '1/2/2026' } })).rejects.toThrow(
      'the day or the month first in 1/2',
    );
    expect(await importAll(unclear, { set: { date: '1/20/2026' } })).toMatchObject([{ date: '2026-01-20' }, {}]);
    const mixed = `${unclear}${row('13/2/2026')}${row('2/13/2026')}`;
    await expect(importAll(mixed)).rejects.toThrow(
      '13/2/2026 (line 4) has the day first, 2/13/2026 (line 5) the month',
    );
    expect(await importAll(mixed, { values: ['date=dmy'] })).toMatchObject([
      {},
      {},
      { date: '2026-02-13' },
      'date must be a real calendar date, YYYY-MM-DD.',
    ]);
  });

  it('is refused entry by entry, each with what is wrong', async () => {
    const text = `${HEADER}\nWhich?;Claude;US;2026-01-01;Zorbix;a.example;\nWhich?;ChatGPT;US;soon;Zorbix;;\nWhich?;ChatGPT;US;2026-01-01;Z\0rbix;;\nWhich?;ChatGPT;US;2026-01-01;Zorbix;nowhere;\nshort\n=cmd();ChatGPT;US;2026-01-01;=1+1;;\n`;
    expect(await importAll(text)).toEqual([
      'model_id: "Claude" is not the name or the ID of a model.',
      'date must be a real calendar date, YYYY-MM-DD.',
      'Texts must not contain the character U+0000.',
      'cited_sources: has no address of a page: "nowhere".',
      expect.stringContaining('It has 1 cell, but the file has 7 columns.'),
      { prompt_text: '=cmd()', model_id: 'famA-scraper', country_code: 'US', date: '2026-01-01', answer: '=1+1' },
    ]);
  });

  it.each([
    ['date=ymd', 'date must be dmy (the day comes first) or mdy'],
    ['nonsense', 'must be FIELD:WRITTEN=VALUE'],
    ['color:red=blue', 'there is no field "color"'],
  ])('says what is wrong with the values %j', (text, message) => {
    expect(() => parseGivenValues(ANSWERS, [text])).toThrow(message);
  });
});

describe('our own format', () => {
  const chat = {
    prompt_text: 'Which?',
    country_code: 'US',
    model_channel_id: 'famA-0',
    date: '2026-01-01',
    answer: '',
    sources: [{ url: 'https://a.example', title: 'A', citation_count: 1 }],
    queries: ['a; b'],
    mentions: [{ brand_id: 'kw_1', count: 1, position: 1 }],
    external_id: '7',
    asked_at: '2026-01-01T00:00:00.000Z',
    finish: 'stop',
  };

  it.each([
    ['a.ndjson', `${JSON.stringify(chat)}\n`],
    ['a.json', JSON.stringify([chat], null, 2)],
    ['a.json', JSON.stringify({ data: [chat], total_count: 1 })],
    ['a.json', JSON.stringify(chat)],
    ['a.txt', `${JSON.stringify(chat)}\n${JSON.stringify(chat)}\n`],
  ])('stays as it is in %s', async (name, text) => {
    const [first] = await importAll(toByteSource(name, text));
    expect(first).toEqual(chat);
  });
});

describe('a file that cannot be imported', () => {
  it.each([
    ['a.csv', '', 'a.csv is empty.'],
    ['a.csv', ' \n\n\t', 'a.csv is empty.'],
    ['a.csv', 'prompt,answer\n', 'It has the names of columns, but no rows.'],
    ['a.json', '[]', 'It has no entries.'],
    ['a.json', 'prompt,answer\n', 'a.json is not JSON'],
    ['a.ndjson', 'x\ny\n', 'No row of the file can be read. The first one, row 1: This is not valid JSON.'],
    ['a.csv', '<!DOCTYPE html><p>', 'is a web page or an XML file'],
    ['a.xlsx', 'prompt,answer\n', 'a.xlsx is not an Excel workbook, whatever its name says'],
    ['a.csv', 'prompt,answer\n1,"2\n', 'in line 2 is never closed'],
    ['a.csv', 'prompt^answer\n1^2\n', 'its delimiter was not recognized'],
    ['a.csv', `${'a,'.repeat(5000)}\n`, 'more than 1,000 columns, which is the maximum'],
    [
      'a.ndjson',
      `{${Array.from({ length: 2000 }, (_, index) => `"k${index}":1`).join()}}\n`,
      'more than 1,000 columns',
    ],
  ])('%s with %j', async (name, text, message) => {
    await expect(importAll(toByteSource(name, text))).rejects.toThrow(message);
  });

  it.each([
    ['d0cf11e0a1b11ae1', 'is an old Excel file (.xls)'],
    ['1f8b0800', 'is compressed with gzip. Unpack it first'],
    ['255044462d', 'is a PDF'],
    ['504b0304', 'is damaged or not a spreadsheet'],
  ])('with the first bytes %s', async (hex, message) => {
    await expect(importAll(toByteSource('a.csv', Buffer.from(hex, 'hex')))).rejects.toThrow(message);
  });

  it('with the names of its columns in brackets can be', async () => {
    const text = '[Prompt],[Model],[Country],[Date],[Answer]\nWhich?,ChatGPT,US,2026-01-01,Zorbix\n';
    expect(await importAll(text)).toMatchObject([{ prompt_text: 'Which?', answer: 'Zorbix' }]);
  });

  it('in UTF-16 or Windows-1252 can be', async () => {
    const text = `${HEADER}\nWas für?;ChatGPT;US;2026-01-01;Zorbix;;\n`;
    for (const bytes of [Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(text, 'latin1')]) {
      expect(await importAll(toByteSource('a.csv', bytes))).toMatchObject([{ prompt_text: 'Was für?' }]);
    }
  });
});

describe('what the user has to decide', () => {
  const propose = async (text: string) => {
    const records = await openRecords(toByteSource('a.csv', text));
    const survey = await surveyRecords(records);
    const { validate } = IMPORTERS.answers;
    return { records, ...proposeImport({ kind: ANSWERS, records, survey, models, validate }) };
  };

  it('is listed, with examples of dates', async () => {
    const { questions } = await propose('Question,Response,Run date\nWhich?,Zorbix,3/4/2026\n');
    expect(questions).toMatchObject([
      { about: 'fields', missing: [['country_code'], ['model_id', 'model_channel_id']] },
      { about: 'dates', examples: { unclear: '3/4/2026' } },
    ]);
    const both = await propose(`${HEADER}\nA?;ChatGPT;US;13/4/2026;Z;;\nA?;ChatGPT;US;4/13/2026;Z;;\n`);
    expect(both.questions).toMatchObject([{ about: 'dates', examples: { dmy: '13/4/2026', mdy: '4/13/2026' } }]);
  });

  it('has every value that is not known, not only the first of an entry', async () => {
    const { records, convert } = await propose(`${HEADER}\nA?;Claude;Elsewhere;2026-01-01;Z;;\n`);
    for await (const record of records.read()) {
      expect(convert(record)).toMatchObject({
        problem: 'country_code: "Elsewhere" is not a country that Overheard knows.',
        unknown: [
          { field: 'country_code', value: 'Elsewhere' },
          { field: 'model_id', value: 'Claude' },
        ],
      });
    }
  });
});
