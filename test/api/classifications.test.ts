import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startService, type TestService } from '../harness/service.ts';

const COLORS =
  'orange, red, amber, yellow, lime, green, emerald, teal, cyan, sky, blue, indigo, violet, purple, fuchsia, pink, rose, gray'.split(
    ', ',
  );

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function createClient(): Promise<Client> {
  return (await service.createProject()).client;
}

describe.each([
  { path: '/classifications/domains', other: '/classifications/urls' },
  { path: '/classifications/urls', other: '/classifications/domains' },
])('$path', ({ path, other }) => {
  async function listNames(client: Client, query: Record<string, string> = {}): Promise<string[]> {
    return (await client.get(path, { query })).body.data.map(({ name }: { name: string }) => name);
  }

  it('answers 201 with name and colour, orange where none is given', async () => {
    const client = await createClient();
    const plain = await client.post(path, { name: ' Partners ' });
    expect(plain.status).toBe(201);
    expect(plain.body).toEqual({ name: 'Partners', color: 'orange' });
    const coloured = await client.post(path, { name: 'Press', color: 'sky' });
    expect(coloured.body).toEqual({ name: 'Press', color: 'sky' });
    expect((await client.get(path)).body).toEqual({
      data: [
        { name: 'Partners', color: 'orange' },
        { name: 'Press', color: 'sky' },
      ],
      totalCount: 2,
      total_count: 2,
    });
  });

  it('takes every colour of the specification and none outside it', async () => {
    const client = await createClient();
    for (const color of COLORS) expect((await client.post(path, { name: color, color })).body.color).toBe(color);
    for (const color of ['black', 'Orange', '', null, 1]) {
      const refused = await client.post(path, { name: 'x', color });
      expect(refused.status, String(color)).toBe(400);
      expect(refused.body.details[0].path).toBe('color');
    }
    expect((await client.get(path)).body.totalCount).toBe(COLORS.length);
  });

  it('takes names of 1 to 60 code points', async () => {
    const client = await createClient();
    const taken = ['x', 'x'.repeat(60), '😀'.repeat(60), ` ${'y'.repeat(60)} `];
    for (const name of taken) expect((await client.post(path, { name })).status).toBe(201);
    for (const name of ['', ' ', 'x'.repeat(61), '😀'.repeat(61), null, 5]) {
      expect((await client.post(path, { name })).status, JSON.stringify(name)).toBe(400);
    }
    expect((await client.post(path, {})).status).toBe(400);
    expect((await client.get(path)).body.totalCount).toBe(taken.length);
  });

  it('answers 409 to a name twice ignoring case, in the same kind alone', async () => {
    const client = await createClient();
    await client.post(path, { name: 'Press' });
    for (const name of ['Press', 'PRESS', ' press ']) {
      const refused = await client.post(path, { name, color: 'red' });
      expect(refused.status).toBe(409);
      expect(refused.body.code).toBe('duplicate');
    }
    expect((await client.get(path)).body.data).toEqual([{ name: 'Press', color: 'orange' }]);
    expect((await client.post(other, { name: 'press' })).status).toBe(201);
  });

  it('lists by name, and pages of any size put together are the whole', async () => {
    const client = await createClient();
    for (const name of ['delta', 'alpha', 'été', 'charlie', 'bravo']) await client.post(path, { name });
    const whole = ['alpha', 'bravo', 'charlie', 'delta', 'été'];
    expect(await listNames(client)).toEqual(whole);
    for (const size of [1, 2, 4]) {
      const pieces: string[] = [];
      for (let offset = 0; offset < whole.length; offset += size) {
        pieces.push(...(await listNames(client, { limit: String(size), offset: String(offset) })));
      }
      expect(pieces).toEqual(whole);
    }
    expect((await client.get(path, { query: { limit: '1' } })).body).toMatchObject({ totalCount: 5, total_count: 5 });
  });

  it('deletes by the name in the query or in the body, ignoring case, and then answers 404', async () => {
    const client = await createClient();
    for (const name of ['a & b', 'c', 'd']) await client.post(path, { name });
    const deleted = await client.delete(path, undefined, { query: { name: 'A & B' } });
    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({});
    expect((await client.delete(path, undefined, { query: { name: 'a & b' } })).status).toBe(404);
    expect((await client.delete(path, { name: 'C' })).status).toBe(200);
    expect((await client.delete(path, { name: 'c' })).status).toBe(404);
    expect((await client.delete(path, { name: 'd' }, { query: { name: 'd' } })).status).toBe(200);
    expect(await listNames(client)).toEqual([]);
    expect((await client.post(path, { name: 'c' })).status).toBe(201);
  });

  it('refuses to delete without a name, with a blank one, or with two that differ', async () => {
    const client = await createClient();
    await client.post(path, { name: 'a' });
    await client.post(path, { name: 'b' });
    expect((await client.delete(path)).status).toBe(400);
    expect((await client.delete(path, { name: '' })).status).toBe(400);
    expect((await client.delete(path, undefined, { query: { name: '' } })).status).toBe(400);
    expect((await client.delete(path, { name: 'a' }, { query: { name: 'b' } })).status).toBe(400);
    expect(await listNames(client)).toEqual(['a', 'b']);
  });

  it('deletes in its own kind alone', async () => {
    const client = await createClient();
    await client.post(path, { name: 'both' });
    await client.post(other, { name: 'both' });
    await client.delete(path, { name: 'both' });
    expect((await client.get(other)).body.totalCount).toBe(1);
    expect((await client.get(path)).body.totalCount).toBe(0);
  });

  it('takes project_id in the body, as the specification says', async () => {
    const { company, id: project_id } = await service.createProject();
    expect((await company.post(path, { name: 'x', project_id })).status).toBe(201);
    expect((await company.get(path, { query: { project_id } })).body.totalCount).toBe(1);
    expect((await company.post(path, { name: 'y' })).body.code).toBe('project_id_required');
    expect((await company.delete(path, { name: 'x', project_id })).status).toBe(200);
  });
});

describe.each([
  {
    path: '/classifications/domain-assignments',
    field: 'domain',
    value: 'example.com',
    classes: '/classifications/domains',
  },
  {
    path: '/classifications/url-assignments',
    field: 'url',
    value: 'https://example.com/a',
    classes: '/classifications/urls',
  },
])('$path', ({ path, field, value, classes }) => {
  it('assigns, assigns again to another, and takes out with null, twice too', async () => {
    const client = await createClient();
    for (const name of ['Press', 'Partners']) await client.post(classes, { name });
    for (const classification of ['Press', 'press', 'Partners', null, null, 'Press']) {
      const answer = await client.put(path, { [field]: value, classification });
      expect(answer.status, String(classification)).toBe(200);
      expect(answer.body).toEqual({});
    }
  });

  it('lists what is assigned, by its target, in pages', async () => {
    const client = await createClient();
    for (const name of ['Press', 'Partners']) await client.post(classes, { name });
    const other = value.replace('example', 'another');
    await client.put(path, { [field]: value, classification: 'press' });
    await client.put(path, { [field]: other, classification: 'Partners' });
    const both = [
      { [field]: other, classification: 'Partners' },
      { [field]: value, classification: 'Press' },
    ];
    expect((await client.get(path)).body).toEqual({ data: both, totalCount: 2, total_count: 2 });
    expect((await client.get(path, { query: { limit: '1', offset: '1' } })).body.data).toEqual(both.slice(1));
    await client.delete(classes, { name: 'Press' });
    expect((await client.get(path)).body.data).toEqual(both.slice(0, 1));
  });

  it('answers 404 to a classification that is not there, also after its deletion', async () => {
    const client = await createClient();
    await client.post(classes, { name: 'Press' });
    await client.put(path, { [field]: value, classification: 'Press' });
    expect((await client.put(path, { [field]: value, classification: 'Nothing' })).status).toBe(404);
    await client.delete(classes, { name: 'Press' });
    expect((await client.put(path, { [field]: value, classification: 'Press' })).status).toBe(404);
    expect((await client.put(path, { [field]: value, classification: null })).status).toBe(200);
  });

  it('does not know the classifications of the other kind', async () => {
    const client = await createClient();
    const others = classes.endsWith('urls') ? '/classifications/domains' : '/classifications/urls';
    await client.post(others, { name: 'Press' });
    expect((await client.put(path, { [field]: value, classification: 'Press' })).status).toBe(404);
  });

  it('asks for both fields', async () => {
    const client = await createClient();
    expect((await client.put(path, { [field]: value })).status).toBe(400);
    expect((await client.put(path, { classification: null })).status).toBe(400);
    expect((await client.put(path, { [field]: ' ', classification: null })).status).toBe(400);
    expect((await client.put(path, { [field]: null, classification: null })).status).toBe(400);
    expect((await client.put(path, { [field]: value, classification: '' })).status).toBe(400);
    expect((await client.put(path, { [field]: value, classification: 5 })).status).toBe(400);
  });
});
