import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renewOutdated } from '../../src/analysis/project-settings.ts';
import { type Client, startService, type TestService } from '../harness/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const DATES = { start_date: '2026-01-01', end_date: '2026-01-31' };

async function createClient(): Promise<Client> {
  return (await service.createProject()).client;
}

async function addBrand(client: Client, brand: object): Promise<string> {
  const { status, body } = await client.post('/brands', brand);
  expect(status).toBe(201);
  return body.id;
}

async function addAnswers(client: Client, answers: string[]): Promise<void> {
  const chats = answers.map((answer, index) => ({
    prompt_text: 'Which one?',
    country_code: 'US',
    model_id: 'famA-scraper',
    date: `2026-01-${String((index % 28) + 1).padStart(2, '0')}`,
    answer,
    external_id: String(index),
  }));
  expect((await client.post('/chats', { chats })).body.accepted).toBe(answers.length);
}

interface Row {
  brand: { id: string; name: string };
  mention_count: number;
  position?: number;
  sentiment?: number;
  share_of_voice: number;
}

async function report(client: Client): Promise<Record<string, Row>> {
  const { data } = (await client.post('/reports/brands', DATES)).body as { data: Row[] };
  return Object.fromEntries(data.map((row) => [row.brand.name, row]));
}

async function readNewest(client: Client) {
  const { data } = (await client.get('/chats', { query: { ...DATES, sort: 'desc', limit: '1' } })).body;
  return (await client.get(`/chats/${data[0].id}/content`)).body;
}

describe('an answer', () => {
  const answer =
    '## Best picks\n\n1. **Zorbix** is excellent and very reliable.\n2. **Brumelle**\n   - Cons: overpriced and unreliable\n\nOwners love [Zorbix](https://www.zorbix.example/shop?utm_source=x), see https://brumelle.example/about.';

  it('gives counts, positions, sentiment, and the characters they come from', async () => {
    const client = await createClient();
    await addBrand(client, { name: 'Brumelle' });
    await addBrand(client, { name: 'Zorbix', domains: ['zorbix.example'] });
    await addAnswers(client, [answer]);
    const rows = await report(client);
    expect(rows.Zorbix).toMatchObject({ mention_count: 2, position: 1, share_of_voice: 2 / 3 });
    expect(rows.Brumelle).toMatchObject({ mention_count: 1, position: 2 });
    expect(rows.Zorbix!.sentiment).toBeGreaterThan(70);
    expect(rows.Brumelle!.sentiment).toBeLessThan(40);

    const { brands_mentioned, sources } = await readNewest(client);
    expect(brands_mentioned.map(({ name }: { name: string }) => name)).toEqual(['Zorbix', 'Brumelle']);
    for (const { mentions } of brands_mentioned) {
      for (const mention of mentions) {
        expect(answer.slice(mention.start, mention.end)).toBe(mention.text);
        for (const clause of mention.clauses) expect(answer.slice(clause.start, clause.end)).toBe(clause.text);
      }
    }
    const [zorbix, brumelle] = brands_mentioned;
    expect(zorbix.mentions[0]).toMatchObject({
      text: 'Zorbix',
      alias: 'Zorbix',
      rule: expect.any(String),
      list_rank: 1,
      unknown: false,
    });
    expect(zorbix.mentions[0].clauses[0].text).toContain('excellent');
    expect(brumelle.mentions[0]).toMatchObject({ list_rank: 2 });
    expect(brumelle.mentions[0].clauses[0].text).toContain('overpriced');
    expect(zorbix.sentiment).toBeCloseTo((rows.Zorbix!.sentiment! - 50) / 50, 3);
    expect(sources).toContainEqual(
      expect.objectContaining({
        url_normalized: 'https://zorbix.example/shop',
        domain: 'zorbix.example',
        citation_count: 1,
        citation_position: 1,
      }),
    );
  });

  it('that says it knows nothing of a brand mentions it, marked, and without a tone', async () => {
    const client = await createClient();
    await addBrand(client, { name: 'Zorbix' });
    await addAnswers(client, ['I could not find any information about Zorbix.']);
    const { brands_mentioned } = await readNewest(client);
    expect(brands_mentioned[0]).toMatchObject({ sentiment: null, mentions: [{ unknown: true }] });
  });

  it('is read without the furniture of its channel, which can be edited', async () => {
    const client = await createClient();
    await addBrand(client, { name: 'Zorbix' });
    await addAnswers(client, ['Buy one. Powered by Zorbix Answers, page 7.']);
    expect((await report(client)).Zorbix).toMatchObject({ mention_count: 1 });
    const { furniture } = (await client.get('/model-channels/famA-0/furniture')).body;
    expect(furniture.length).toBeGreaterThan(3);
    const changed = { furniture: [...furniture, { text: 'Powered by Zorbix Answers, page *.', cut: 'text' }] };
    expect((await client.put('/model-channels/famA-0/furniture', changed)).status).toBe(200);
    await service.context.worker.idle();
    expect((await report(client)).Zorbix).toMatchObject({ mention_count: 0 });
    expect((await client.get('/model-channels/famA-0/furniture')).body).toEqual(changed);
    await client.put('/model-channels/famA-0/furniture', { furniture: null });
    await service.context.worker.idle();
    expect((await report(client)).Zorbix).toMatchObject({ mention_count: 1 });
    expect((await client.put('/model-channels/famX-0/furniture', changed)).status).toBe(404);
    expect(
      (await client.put('/model-channels/famA-0/furniture', { furniture: [{ text: '', cut: 'text' }] })).status,
    ).toBe(400);
  });
});

describe('a brand', () => {
  it('with a pattern that does not compile is refused', async () => {
    const client = await createClient();
    const { status, body } = await client.post('/brands', { name: 'Zorbix', regex: '(' });
    expect(status).toBe(400);
    expect(body.details[0].path).toBe('regex');
    expect((await client.post('/brands', { name: 'Slow', regex: '(a+)+$' })).status).toBe(201);
    expect((await client.post('/brands/preview', { name: 'Zorbix', regex: '[' })).status).toBe(400);
  });

  it('added later is found in all answers, and shown when all are read', async () => {
    const client = await createClient();
    await addBrand(client, { name: 'Zorbix' });
    await addAnswers(
      client,
      Array.from({ length: 900 }, (_, index) => `Brumelle and Zorbix, number ${index}.`),
    );
    await addBrand(client, { name: 'Brumelle' });
    await service.context.worker.idle();
    const rows = await report(client);
    expect(rows.Brumelle).toMatchObject({ mention_count: 900, position: 1 });
    expect(rows.Zorbix).toMatchObject({ mention_count: 900, position: 2, share_of_voice: 0.5 });
    const { data } = (await client.get('/runs')).body;
    expect(data[0]).toMatchObject({ kind: 'extraction', state: 'done', done: 900, total: 900 });
    expect((await client.get(`/runs/${data[0].id}`)).body).toEqual({ ...data[0], channels: [], failures: [] });
  });

  it('deleted leaves its place to the others', async () => {
    const client = await createClient();
    const brumelle = await addBrand(client, { name: 'Brumelle' });
    await addBrand(client, { name: 'Zorbix' });
    await addAnswers(client, ['Brumelle, then Zorbix.']);
    await client.delete(`/brands/${brumelle}`);
    expect((await client.get('/brands')).body.total_count).toBe(1);
    expect((await client.delete(`/brands/${brumelle}`)).status).toBe(404);
    await service.context.worker.idle();
    const rows = await report(client);
    expect(Object.keys(rows)).toEqual(['Zorbix']);
    expect(rows.Zorbix).toMatchObject({ position: 1, share_of_voice: 1 });
    await addBrand(client, { name: 'brumelle' });
  });

  it('that changes only in its colour reads nothing again', async () => {
    const client = await createClient();
    const id = await addBrand(client, { name: 'Zorbix' });
    await addAnswers(client, ['Zorbix.']);
    await client.patch(`/brands/${id}`, { color: 'red', is_own: true, domains: ['zorbix.example'] });
    expect((await client.get('/runs')).body.total_count).toBe(0);
  });

  it('edited while answers are read again joins the run, and new answers are read both ways', async () => {
    const client = await createClient();
    // More than one step of the worker, so that the second edit comes between two.
    const total = 2500;
    const id = await addBrand(client, { name: 'Zorbix' });
    await addAnswers(
      client,
      Array.from({ length: total }, (_, index) => `Zorbix or Brumelle or Kestola ${index}.`),
    );
    await client.patch(`/brands/${id}`, { aliases: ['Brumelle'] });
    await client.patch(`/brands/${id}`, { aliases: ['Brumelle', 'Kestola'] });
    const late = {
      prompt_text: 'Which one?',
      country_code: 'US',
      model_id: 'famA-scraper',
      date: '2026-01-02',
      answer: 'Late: Kestola.',
    };
    await client.post('/chats', { chats: [late] });
    const replaced = { ...late, external_id: '5', date: '2026-01-06', answer: 'Only Zorbix.' };
    expect(
      (await client.post('/chats', { chats: [replaced] }, { query: { on_duplicate: 'replace' } })).body.accepted,
    ).toBe(1);
    await client.delete('/chats', { external_ids: ['6'] });
    await service.context.worker.idle();
    expect((await client.get('/runs')).body.total_count).toBe(1);
    expect((await report(client)).Zorbix).toMatchObject({
      mention_count: (total - 2) * 3 + 1 + 1,
      visibility_total: total,
    });
  });
});

describe('reports beside a re-extraction', () => {
  it('show the old facts or the new ones, never some of both', async () => {
    const client = await createClient();
    const zorbix = await addBrand(client, { name: 'Zorbix' });
    const brumelle = await addBrand(client, { name: 'Brumelle' });
    const total = 2500;
    await addAnswers(
      client,
      Array.from({ length: total }, (_, index) => `Brumelle, Zorbix Max and Zorbix ${index}.`),
    );
    // Before: Zorbix twice an answer, second. After: once an answer, since "Zorbix Max" no longer counts, and still second.
    await client.patch(`/brands/${zorbix}`, { exclude: ['Zorbix Max'] });
    await client.delete(`/brands/${brumelle}`);
    const seen = new Set<string>();
    let isRunning = true;
    const finished = service.context.worker.idle().then(() => {
      isRunning = false;
    });
    while (isRunning) {
      const rows = await report(client);
      seen.add(
        JSON.stringify([
          rows.Zorbix!.mention_count,
          rows.Zorbix!.position,
          rows.Zorbix!.share_of_voice,
          rows.Brumelle?.mention_count ?? null,
        ]),
      );
    }
    await finished;
    const rows = await report(client);
    seen.add(
      JSON.stringify([
        rows.Zorbix!.mention_count,
        rows.Zorbix!.position,
        rows.Zorbix!.share_of_voice,
        rows.Brumelle?.mention_count ?? null,
      ]),
    );
    const before = JSON.stringify([2 * total, 2, 2 / 3, total]);
    const after = JSON.stringify([total, 1, 1, null]);
    expect([...seen].filter((state) => state !== before && state !== after)).toEqual([]);
    expect(seen.has(after)).toBe(true);
  });
});

describe('a preview', () => {
  it('says what a change would do, and changes nothing', async () => {
    const client = await createClient();
    const id = await addBrand(client, { name: 'Zorbix' });
    await addAnswers(client, ['Zorbix and Zorbix Max.', 'Brumelle.', 'Zorbix Max.']);
    const change = (await client.post('/brands/preview', { id, exclude: ['Zorbix Max'] })).body;
    expect(change).toEqual({
      answers: 3,
      brands: [{ id, name: 'Zorbix', mentions_before: 3, mentions_after: 1, chats_before: 2, chats_after: 1 }],
      run: null,
    });
    const added = (await client.post('/brands/preview', { name: 'Brumelle' })).body;
    expect(added.brands).toEqual([
      { id: null, name: 'Brumelle', mentions_before: 0, mentions_after: 1, chats_before: 0, chats_after: 1 },
    ]);
    const removed = (await client.post('/brands/preview', { id, is_deleted: true })).body;
    expect(removed.brands).toEqual([
      { id, name: 'Zorbix', mentions_before: 3, mentions_after: 0, chats_before: 2, chats_after: 0 },
    ]);
    expect((await client.post('/brands/preview', {})).status).toBe(400);
    expect((await client.get('/runs')).body.total_count).toBe(0);
    expect((await client.get('/brands')).body.total_count).toBe(1);
    expect((await report(client)).Zorbix).toMatchObject({ mention_count: 3 });
  });

  it('over all answers is a run with a result', async () => {
    const client = await createClient();
    await addBrand(client, { name: 'Zorbix' });
    await addAnswers(
      client,
      Array.from({ length: 850 }, (_, index) => `Brumelle ${index}.`),
    );
    const { run } = (await client.post('/brands/preview', { name: 'Brumelle', all: true })).body;
    await service.context.worker.idle();
    const { body } = await client.get(`/runs/${run.id}`);
    expect(body).toMatchObject({ kind: 'preview', state: 'done', done: 850, total: 850 });
    expect(body.result).toEqual({
      answers: 850,
      brands: [
        { id: null, name: 'Brumelle', mentions_before: 0, mentions_after: 850, chats_before: 0, chats_after: 850 },
      ],
    });
    expect((await report(client)).Brumelle).toBeUndefined();
  });
});

describe('pages', () => {
  const pages = async (client: Client) =>
    (await client.post('/reports/urls', { ...DATES, order_by: [{ field: 'url', direction: 'asc' }] })).body.data.map(
      ({ url }: { url: string }) => url,
    );

  /** As if an older version of the extraction had made the facts, one that found no pages. */
  async function pretendOlderVersion(project: number): Promise<void> {
    await service.context.store.write(project, async ({ db }) => {
      const rows = await db.selectFrom('extractions').selectAll().where('project', '=', project).execute();
      for (const { generation, settings } of rows) {
        const older = JSON.stringify({ ...JSON.parse(settings), version: 0 });
        const ofRow = db.updateTable('extractions').where('project', '=', project).where('generation', '=', generation);
        await ofRow.set({ settings: older }).execute();
      }
      await db.deleteFrom('sources').where('project', '=', project).where('generation', '<>', 0).execute();
    });
  }

  it('stay as they are when a brand is edited, and are looked for again by a newer version', async () => {
    const client = await createClient();
    const brand_id = await addBrand(client, { name: 'Zorbix' });
    await addAnswers(client, ['Read https://a.example/one today.', 'Or https://b.example/two?']);
    const given = {
      prompt_text: 'Which one?',
      country_code: 'US',
      model_id: 'famA-scraper',
      date: '2026-01-05',
      answer: 'Zorbix.',
      sources: [{ url: 'https://c.example/three' }],
      mentions: [{ brand_id, count: 1, position: 1 }],
    };
    await client.post('/chats', { chats: [given] });
    const all = ['https://a.example/one', 'https://b.example/two', 'https://c.example/three'];
    const { store, worker } = service.context;
    const [last] = await store.db
      .selectFrom('projects')
      .select('project')
      .orderBy('project', 'desc')
      .limit(1)
      .execute();
    const project = last!.project;
    await addBrand(client, { name: 'Brumelle' });
    await worker.idle();
    expect(await pages(client)).toEqual(all);
    const generations = async () => {
      const rows = store.db.selectFrom('sources').select('generation').where('project', '=', project);
      return (await rows.orderBy('generation').execute()).map(({ generation }) => generation);
    };
    expect(await generations()).toEqual([0, 1, 1]);
    await pretendOlderVersion(project);
    expect(await pages(client)).toEqual(['https://c.example/three']);
    await renewOutdated(service.context);
    await worker.idle();
    expect(await pages(client)).toEqual(all);
    const renewed = await generations();
    expect(renewed[0]).toBe(0);
    expect(renewed[1]).toBeGreaterThan(1);
  });

  it('of answers that arrive during a re-analysis belong to both generations', async () => {
    const client = await createClient();
    await addBrand(client, { name: 'Zorbix' });
    await addAnswers(
      client,
      Array.from({ length: 1500 }, (_, index) => `Zorbix ${index}, see https://a.example/${index % 3}.`),
    );
    const { store, worker } = service.context;
    const [last] = await store.db
      .selectFrom('projects')
      .select('project')
      .orderBy('project', 'desc')
      .limit(1)
      .execute();
    await pretendOlderVersion(last!.project);
    await renewOutdated(service.context);
    const late = {
      prompt_text: 'Which one?',
      country_code: 'US',
      model_id: 'famA-scraper',
      date: '2026-01-30',
      answer: 'Late: https://late.example/page',
    };
    await client.post('/chats', { chats: [late] });
    expect(await pages(client)).toContain('https://late.example/page');
    await worker.idle();
    expect(await pages(client)).toEqual([
      'https://a.example/0',
      'https://a.example/1',
      'https://a.example/2',
      'https://late.example/page',
    ]);
  });
});

describe('after edits of brands', () => {
  const NAMES = ['Zorbix', 'Zorbix Air', 'Brumelle', 'Kestola', 'Ember'];
  const answers = Array.from({ length: 28 }, (_, index) => {
    const [first, second, third] = [1, 2, 3].map((step) => NAMES[(index * step) % NAMES.length]!);
    return `1. **${first}** is excellent.\n2. ${second} is unreliable, unlike ${third}.${index % 4 ? '' : ' Zor*bix* too.'}`;
  });

  /** Every mention of every brand, by day: each has one answer. */
  async function readFacts(client: Client) {
    const { data } = (await client.post('/reports/brands', { ...DATES, dimensions: ['date'], limit: 1000 })).body;
    return (data as (Row & { date: string })[])
      .map(({ date, brand, mention_count, position, sentiment }) => [
        date,
        brand.name,
        mention_count,
        position,
        sentiment,
      ])
      .sort();
  }

  it('the facts are those of a project that had the brands from the start', async () => {
    const edited = await createClient();
    const zorbix = await addBrand(edited, { name: 'Zorbix' });
    const kestola = await addBrand(edited, { name: 'Kestola', aliases: ['Brumelle'] });
    const gone = await addBrand(edited, { name: 'Ember' });
    await addAnswers(edited, answers);
    const reject = async (client: Client, brand_id: string) => {
      const { data } = (await client.get('/chats', { query: { ...DATES, limit: '1' } })).body;
      await client.post('/corrections', { chat_id: data[0].id, kind: 'not_brand', brand_id });
    };
    await reject(edited, zorbix);
    const steps = [
      () => edited.patch(`/brands/${zorbix}`, { aliases: ['Nowhere'] }),
      () => edited.patch(`/brands/${kestola}`, { aliases: [], regex: 'Brum\\w+|too' }),
      () => edited.delete(`/brands/${gone}`),
      () => addBrand(edited, { name: 'Zorbix Air' }),
      () => edited.patch(`/brands/${zorbix}`, { exclude: ['Zorbix is'], case: 'sensitive' }),
    ];
    const seen = new Set([JSON.stringify(await readFacts(edited))]);
    for (const step of steps) {
      await step();
      await service.context.worker.idle();
      seen.add(JSON.stringify(await readFacts(edited)));
    }
    // All of them but the first change something.
    expect(seen.size).toBe(steps.length);
    const fresh = await createClient();
    const own = { name: 'Zorbix', aliases: ['Nowhere'], exclude: ['Zorbix is'], case: 'sensitive' };
    const again = await addBrand(fresh, own);
    await addBrand(fresh, { name: 'Kestola', regex: 'Brum\\w+|too' });
    await addBrand(fresh, { name: 'Zorbix Air' });
    await addAnswers(fresh, answers);
    await reject(fresh, again);
    expect(await readFacts(edited)).toEqual(await readFacts(fresh));
  });
});
