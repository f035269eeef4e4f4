import { describe, expect, it } from 'vitest';
import { createBatchResult } from '../../../src/domain/batch.ts';
import { toByteSource } from '../../../src/importing/byte-source.ts';
import type { ImportService } from '../../../src/importing/import-service.ts';
import { NO_CHOICES } from './import-choices.ts';
import { openImport } from './import-session.ts';

const MODELS = [
  { id: 'famA-scraper', public_id: 'chatgpt-scraper', name: 'ChatGPT', channel_id: 'famA-0' },
  { id: 'famF-sonnet', public_id: null, name: 'Claude Sonnet', channel_id: 'famF-0' },
];

const CSV = [
  'Question,Engine,Market,Run date,Response,Notes',
  'Which?,ChatGPT,United States,11/14/2026,Zorbix,x',
  'Which?,Claude (web),Nowhere,11/14/2026,Zorbix,x',
  'Which?,Claude (Web),US,11/15/2026,Zorbix,x',
  'Which?,ChatGPT,US,soon,Zorbix,x',
].join('\n');

/** Takes every chat but those that say "twice" or "wrong". */
function createService() {
  const sent: Record<string, unknown>[] = [];
  const service: ImportService = {
    project: 'or_1',
    ask: () => Promise.reject(new Error('nothing else is asked')),
    async sendChats(lines, { query, onResult }) {
      const result = createBatchResult();
      let index = -1;
      for await (const line of lines) {
        index += 1;
        if (line.trim() === '') continue;
        const chat = JSON.parse(line) as { answer: string };
        if (chat.answer === 'twice') result.skip();
        else if (chat.answer === 'wrong') result.reject(index, 'No.');
        else {
          if (query.dry_run === undefined) sent.push(chat);
          result.accept();
        }
      }
      onResult?.(result.toBatch());
      return result.toBatch();
    },
  };
  return { service, sent };
}

const work = (service: ImportService, signal = new AbortController().signal) => ({
  service,
  signal,
  onProgress: () => {},
});

const open = (text: string) => openImport(toByteSource('a.csv', text), { noun: 'answers', models: MODELS });

describe('a file in the dashboard', () => {
  it('is described, and checked with what is open', async () => {
    const { file, proposal, check } = await open(CSV);
    expect(proposal).toMatchObject({ columns: { Engine: 'model_id', Notes: '' }, missing: [], accepted: 0 });
    expect(file).toMatchObject({ name: 'a.csv', format: 'csv', unit: 'line', total: 4, delimiter: ',' });
    expect(file.columns[2]).toEqual({ name: 'Market', samples: ['United States', 'Nowhere', 'US'] });
    const found = await check(NO_CHOICES, work(createService().service));
    expect(found).toMatchObject({
      columns: { Question: 'prompt_text', Engine: 'model_id', Market: 'country_code', Notes: '' },
      missing: [],
      dates: null,
      accepted: 1,
      duplicates: 0,
      rejected: 3,
      unknown: [
        { field: 'model_id', value: 'Claude (web)', count: 2 },
        { field: 'country_code', value: 'Nowhere', count: 1 },
      ],
    });
    expect(found.first).toMatchObject([{ place: 2, entry: { date: '2026-11-14', model_id: 'famA-scraper' } }]);
    expect(found.reasons).toContainEqual({
      text: 'date must be a real calendar date, YYYY-MM-DD.',
      count: 1,
      places: [5],
    });
  });

  it('is imported as the user says, with the rejected rows in a file', async () => {
    const { service, sent } = createService();
    const { send } = await open(CSV);
    const choices = {
      ...NO_CHOICES,
      replacements: { model_id: { 'Claude (web)': 'famF-sonnet' }, country_code: { Nowhere: 'AT' } },
    };
    const result = await send(choices, { ...work(service), replace: false });
    expect(result).toMatchObject({
      accepted: 3,
      duplicates: 0,
      rejected: 1,
      dates: { from: '2026-11-14', to: '2026-11-15' },
      isStopped: false,
      rejectedFile: { format: 'csv' },
    });
    expect(sent.map(({ model_id, country_code }) => [model_id, country_code])).toEqual([
      ['famA-scraper', 'US'],
      ['famF-sonnet', 'AT'],
      ['famF-sonnet', 'US'],
    ]);
    expect(await result.rejectedFile!.content.text()).toBe(
      'Question,Engine,Market,Run date,Response,Notes,overheard_place,overheard_reason\r\nWhich?,ChatGPT,US,soon,Zorbix,x,5,"date must be a real calendar date, YYYY-MM-DD."\r\n',
    );
  });

  it('says what the service finds, and where', async () => {
    const rows = ['twice', 'wrong', 'fine'].map((answer) => `Which?,ChatGPT,US,2026-11-14,${answer}`);
    const { check } = await open(`prompt,model,country,date,answer\n${rows.join('\n')}\n`);
    expect(await check(NO_CHOICES, work(createService().service))).toMatchObject({
      accepted: 1,
      duplicates: 1,
      rejected: 1,
      reasons: [{ text: 'No.', count: 1, places: [3] }],
    });
  });

  it('names what is missing and takes constants for it, and a choice for dates', async () => {
    const { check } = await open('prompt,date,answer\nWhich?,3/4/2026,Zorbix\n');
    expect(await check(NO_CHOICES, work(createService().service))).toMatchObject({
      missing: [['country_code'], ['model_id', 'model_channel_id']],
      dates: { unclear: '3/4/2026' },
      accepted: 0,
      first: [],
    });
    const choices = { ...NO_CHOICES, constants: { country_code: 'US', model_id: 'famA-scraper' } };
    expect(await check({ ...choices, order: 'mdy' }, work(createService().service))).toMatchObject({
      missing: [],
      dates: null,
      accepted: 1,
      first: [{ entry: { date: '2026-03-04', country_code: 'US' } }],
    });
  });

  it('can be stopped; what was sent stays', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => `Which?,ChatGPT,US,2026-11-14,Zorbix ${index}`);
    const { send } = await open(`prompt,model,country,date,answer\n${rows.join('\n')}\n`);
    const { service, sent } = createService();
    const stop = new AbortController();
    const onProgress = () => {
      if (sent.length === 10) stop.abort();
    };
    const result = await send(NO_CHOICES, { service, signal: stop.signal, onProgress, replace: false });
    expect(result).toMatchObject({ isStopped: true, accepted: sent.length });
    expect(sent.length).toBeLessThan(20);
  });
});
