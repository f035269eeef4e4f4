import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_SHOWN_MENTIONS } from '../../src/analysis/evidence.ts';
import { type Client, startService, type TestService } from '../harness/service.ts';

const NDJSON = { 'content-type': 'application/x-ndjson' };
const chat = { prompt_text: 'x', country_code: 'US', model_id: 'famA-scraper', date: '2026-01-01' };
const MIB = 1024 * 1024;
/** More than 1 MiB. */
const MANY = '{"text":"some text"},'.repeat(60_000);

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function createClient(): Promise<Client> {
  return (await service.createProject()).client;
}

describe('a large document', () => {
  const large = (chats: unknown[]) => ({
    chats: [...chats, { ...chat, answer: 'x'.repeat(MIB), external_id: 'large' }],
  });

  it('gives what a small one gives, entry by entry', async () => {
    const client = await createClient();
    const { body } = await client.post(
      '/chats',
      large([{ ...chat, answer: 'a "quoted" ] } text' }, {}, 1, null, [[]]]),
    );
    expect(body).toMatchObject({ accepted: 2, rejected_count: 4 });
    expect(body.rejected.map(({ index }: { index: number }) => index)).toEqual([1, 2, 3, 4]);
    const { data } = (await client.get('/chats?start_date=2026-01-01&end_date=2026-01-01')).body;
    const { messages } = (await client.get(`/chats/${data[0].id}/content`)).body;
    expect(messages[1].content).toBe('a "quoted" ] } text');
  });

  it('is known again by its Idempotency-Key', async () => {
    const client = await createClient();
    const asking = { headers: { 'idempotency-key': 'one' } };
    const first = await client.post('/chats', large([{ ...chat, answer: 'a' }]), asking);
    expect(first.body).toMatchObject({ accepted: 2, duplicates: 0 });
    expect((await client.post('/chats', large([{ ...chat, answer: 'a' }]), asking)).body).toEqual(first.body);
    expect((await client.post('/chats', large([{ ...chat, answer: 'b' }]), asking)).status).toBe(409);
  });

  it.each([
    ['is cut off', `{"chats":[${MANY}`],
    ['has a wrong bracket', `{"chats":[${MANY}{]]}`],
    ['goes on after its end', `{"chats":["${'a'.repeat(MIB)}"]} {}`],
    [
      'is not UTF-8',
      Buffer.concat([Buffer.from(`{"chats":["${'a'.repeat(MIB)}`), Buffer.from([0xff]), Buffer.from('"]}')]),
    ],
  ])('is refused where it %s', async (_, body) => {
    const client = await createClient();
    expect(await client.post('/chats', body)).toMatchObject({ status: 400, body: { code: 'invalid_json' } });
  });

  it('is refused where it is no object, or has fields that do not belong there', async () => {
    const client = await createClient();
    const array = JSON.stringify(Array.from({ length: 90_000 }, () => 'some longer text'));
    expect((await client.post('/chats', array)).body.message).toBe('The body must be a JSON object.');
    const { status, body } = await client.post('/chats', `{"more":${array},"chats":[]}`);
    expect(status).toBe(400);
    expect(body.message).toContain('more');
  });

  it('may have ten thousand chats, and says so where it has more', async () => {
    const client = await createClient();
    const { status, body } = await client.post('/chats', { chats: Array.from({ length: 10_001 }, () => ({})) });
    expect(status).toBe(413);
    expect(body.message).toContain('at most 10000 chats, and this one has 10001');
    expect(
      (await client.post('/chats', { chats: Array.from({ length: 10_000 }, () => ({})) })).body.rejected_count,
    ).toBe(10_000);
  });

  it('is refused where an array has very many entries, before all of them are read', async () => {
    const client = await createClient();
    const { status, body } = await client.post('/chats', `{"chats":[${'{},'.repeat(MIB)}{}]}`);
    expect(status).toBe(413);
    expect(body.message).toBe('The body has an array of more than 100000 entries. Send them in several requests.');
  });

  it('rejects an entry of more than 4 MiB alone', async () => {
    const client = await createClient();
    const { body } = await client.post('/chats', {
      chats: [
        { ...chat, answer: 'x'.repeat(4 * MIB) },
        { ...chat, answer: 'short' },
      ],
    });
    expect(body).toMatchObject({ accepted: 1, rejected: [{ index: 0, message: 'This entry is longer than 4 MiB.' }] });
  });
});

describe('a stream of lines', () => {
  it('ends after ten thousand rejected lines, keeps what was good, and says so', async () => {
    const client = await createClient();
    const good = JSON.stringify({ ...chat, answer: 'a' });
    // As many good lines as are stored together.
    const lines = `${Array.from({ length: 1000 }, (_, n) => good.replace('"a"', `"${n}"`)).join('\n')}\n${'{}\n'.repeat(20_000)}`;
    const { status, body } = await client.post('/chats', lines, { headers: NDJSON });
    expect(status).toBe(400);
    expect(body.message).toBe(
      'Stopped at line 11000, after 10000 rejected lines. Correct them and send everything again: what was stored is skipped.',
    );
    expect(body.details[0].path).toBe('line 1001');
    expect((await client.get('/chats?start_date=2026-01-01&end_date=2026-01-01')).body.totalCount).toBe(1000);
  });

  it('is refused where it unpacks to more than two hundred times its size', async () => {
    const client = await createClient();
    const headers = { ...NDJSON, 'content-encoding': 'gzip' };
    const { status, body } = await client.post('/chats', gzipSync('\n'.repeat(5_000_000)), { headers });
    expect(status).toBe(413);
    expect(body.message).toContain('more than 200 times');
    expect((await client.post('/chats', gzipSync('\n'.repeat(100_000)), { headers })).status).toBe(200);
  });
});

describe('the evidence of an answer', () => {
  it('has the first mentions, and the number of all', async () => {
    const client = await createClient();
    await client.post('/brands', { name: 'Everything', regex: '.' });
    await client.post('/chats', { chats: [{ ...chat, answer: 'ab '.repeat(20_000) }] });
    const { data } = (await client.get('/chats?start_date=2026-01-01&end_date=2026-01-01')).body;
    const [brand] = (await client.get(`/chats/${data[0].id}/content`)).body.brands_mentioned;
    expect(brand.count).toBeGreaterThan(50_000);
    expect(brand.mentions).toHaveLength(MAX_SHOWN_MENTIONS);
    expect(brand.mentions[0]).toMatchObject({ start: 0, end: 1, text: 'a' });
  });
});

describe('the names of a project', () => {
  it('are limited in number and length, over all brands', async () => {
    const client = await createClient();
    const aliases = (of: string, length = 0) => Array.from({ length: 490 }, (_, n) => `${of} ${n}`.padEnd(length, 'x'));
    let { status, body } = await client.post('/brands', { name: 'B0', aliases: aliases('B0') });
    const first = body.id;
    for (let n = 1; status === 201; n += 1) {
      ({ status, body } = await client.post('/brands', { name: `B${n}`, aliases: aliases(`B${n}`, n < 9 ? 0 : 199) }));
    }
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'limit_reached' });
    expect(body.message).toContain('MAX_NAMES');
    const refused = await client.patch(`/brands/${first}`, { aliases: aliases('B0', 199) });
    expect(refused.body.code).toBe('limit_reached');
    expect((await client.patch(`/brands/${first}`, { aliases: [] })).status).toBe(200);
  });
});

describe('the regular expressions of a project', () => {
  it('are limited one by one and together', async () => {
    const client = await createClient();
    const large = await client.post('/brands', { name: 'Large', regex: 'x{400}' });
    expect(large.status).toBe(400);
    expect(large.body.message).toContain('too complex');
    let { status, body } = await client.post('/brands', { name: 'B0', regex: 'a{250}' });
    for (let n = 1; status === 201; n += 1) {
      ({ status, body } = await client.post('/brands', { name: `B${n}`, regex: `b{25${n % 10}}` }));
    }
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'limit_reached' });
    expect((await client.post('/brands', { name: 'Plain' })).status).toBe(201);
  });
});
