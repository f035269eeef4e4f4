import { connect as openSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/surfaces/mcp/tools.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';

let service: TestService;
let url: string;
let project: TestProject;
let ids: Record<'topic' | 'prompt' | 'other' | 'brand' | 'chat' | 'suggestion' | 'rejected', string>;
beforeAll(async () => {
  service = await startService();
  url = await service.listen();
  project = await service.createProject('Assistants');
  const create = async (path: string, body: object) => {
    const made = await project.client.post(path, body);
    expect(made.status, made.text).toBe(201);
    return made.body.id as string;
  };
  const first = async (path: string) => (await project.client.get(path)).body.data[0].id as string;
  const topic = await create('/topics', { name: 'Grinders' });
  const brand = await create('/brands', { name: 'Zorbix', is_own: true, aliases: ['Zor, bix'] });
  await addAnswer({ date: '2026-01-01', answer: 'Buy Zorbix, or Grindalot.' });
  ids = {
    topic,
    brand,
    prompt: await first('/prompts'),
    other: await create('/prompts', { text: 'Which kettle?', country_code: 'US', topic_id: topic }),
    chat: await first('/chats'),
    suggestion: await create('/prompts/suggestions', { text: 'Which scale?', country_code: 'US' }),
    rejected: await create('/prompts/suggestions', { text: 'Which cup?', country_code: 'US' }),
  };
});
afterAll(() => service.close());

async function addAnswer(chat: { date: string; answer: string }): Promise<void> {
  const whole = { prompt_text: 'Which grinder?', country_code: 'US', model_id: 'famA-scraper', ...chat };
  expect((await project.client.post('/chats', { chats: [whole] })).body.accepted).toBe(1);
}

async function connect(headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args });
  const { text } = result.content[0] as { text: string };
  return { text, isError: result.isError ?? false };
}

const DAY = { start_date: '2026-01-01', end_date: '2026-01-01' };
const NOTHING = { id: 'or_01890000-0000-7000-8000-000000000000' };

interface Trial {
  args?(): Record<string, unknown>;
  /** What the answer says. */
  says: RegExp;
  isError?: true;
}

const TRIALS: Record<string, Trial> = {
  get_overview: { args: () => DAY, says: /"verdict":"\w+"/ },
  report_brands: { args: () => DAY, says: /^1 row\.\n\n.*visibility.*\n.*Zorbix/ },
  plan_brands: { args: () => ({ ...DAY, brand_id: ids.brand, change: 0.05 }), says: /^\{"/ },
  report_domains: { args: () => DAY, says: /^0 rows\./ },
  report_urls: { args: () => DAY, says: /^0 rows\./ },
  search_queries: { args: () => DAY, says: /^0 rows\./ },
  get_project_profile: { says: /"name":"Assistants"/ },
  list_prompts: { says: /Which grinder\?/ },
  create_prompts: { args: () => ({ prompts: [{ text: 'New?', country_code: 'US' }] }), says: /"accepted":1/ },
  update_prompt: { args: () => ({ id: ids.prompt, topic_id: ids.topic }), says: /^\{\}$/ },
  archive_prompt: { args: () => ({ id: ids.other }), says: /^\{\}$/ },
  unarchive_prompt: { args: () => ({ id: ids.other }), says: /^\{\}$/ },
  list_prompt_suggestions: { says: /Which scale\?/ },
  accept_prompt_suggestion: { args: () => ({ id: ids.suggestion }), says: /"id":"\w+/ },
  reject_prompt_suggestion: { args: () => ({ id: ids.rejected }), says: /^\{\}$/ },
  list_topics: { says: /Grinders/ },
  create_topic: { args: () => ({ name: 'Kettles' }), says: /"id":"\w+/ },
  list_tags: { says: /rows?\./ },
  create_tag: { args: () => ({ name: 'buying' }), says: /"id":"\w+/ },
  list_brands: { says: /"Zor, bix"/ },
  create_brand: { args: () => ({ name: 'Grindalot' }), says: /"id":"\w+/ },
  update_brand: { args: () => ({ id: ids.brand, aliases: ['Zor'] }), says: /^\{\}$/ },
  preview_brand: { args: () => ({ name: 'Kettleco' }), says: /^\{"/ },
  list_brand_suggestions: { args: () => DAY, says: /rows?\./ },
  accept_brand_suggestion: { args: () => NOTHING, says: /does not exist/, isError: true },
  reject_brand_suggestion: { args: () => NOTHING, says: /does not exist/, isError: true },
  list_chats: { args: () => DAY, says: /^1 row\./ },
  get_chat_content: { args: () => ({ id: ids.chat }), says: /Buy Zorbix, or Grindalot\./ },
  get_evaluation: { says: /^\{"/ },
  get_schedule: { says: /^\{"/ },
  list_runs: { says: /rows?\./ },
  get_run: { args: () => NOTHING, says: /does not exist/, isError: true },
  estimate_run: { says: /^\{"/ },
  create_run: { says: /\w/, isError: true },
  cancel_run: { args: () => NOTHING, says: /does not exist/, isError: true },
  list_model_channels: { says: /famA-0/ },
  list_projects: { says: /Not a Company API Key/, isError: true },
  get_key: { says: /"rights":"write"/ },
};

describe('an assistant', () => {
  it('can call every tool', async () => {
    const client = await connect({ 'X-API-Key': project.key });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    expect(Object.keys(TRIALS).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
    for (const [name, { args = () => ({}), says, isError = false }] of Object.entries(TRIALS)) {
      expect(await call(client, name, args()), name).toEqual({ isError, text: expect.stringMatching(says) });
    }
    await client.close();
  });

  it('gets few rows, is told how many there are, and pages on', async () => {
    const client = await connect({ Authorization: `Bearer ${project.key}` });
    const first = (await call(client, 'list_prompts', { limit: 1 })).text.split('\n');
    expect(first[0]).toMatch(/^Rows 1 to 1 of \d+\. More follow: ask again with offset 1\.$/);
    const second = (await call(client, 'list_prompts', { limit: 1, offset: 1 })).text.split('\n');
    expect(second[0]).toMatch(/^Rows 2 to 2 of /);
    expect(second[3]).not.toBe(first[3]);
    await client.close();
  });

  it('is told about the last 28 days unless it names others', async () => {
    const client = await connect({ 'X-API-Key': project.key });
    await addAnswer({ date: new Date().toISOString().slice(0, 10), answer: 'Zorbix.' });
    expect((await call(client, 'list_chats')).text).toMatch(/^1 row\./);
    expect((await call(client, 'list_chats', { end_date: '2026-01-01' })).text).toMatch(/^1 row\./);
    expect((await call(client, 'list_chats', { start_date: '2026-01-01' })).text).toMatch(/^2 rows\./);
    expect((await call(client, 'list_chats', { end_date: 'soon' })).isError).toBe(true);
    await client.close();
  });

  it('reads what it did wrong, in the words of the API', async () => {
    const client = await connect({ 'X-API-Key': project.key });
    const refused = await call(client, 'report_brands', { dimensions: ['moon'] });
    expect(refused).toEqual({ isError: true, text: expect.stringContaining('dimensions') });
    await expect(client.callTool({ name: 'delete_everything', arguments: {} })).rejects.toThrow('There is no tool');
    await client.close();
  });

  it('has the rights of its key, and sees no other project', async () => {
    const made = await project.company.post('/keys', { name: 'r', rights: 'read', project_id: project.id });
    const client = await connect({ 'X-API-Key': made.body.key });
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(10);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect((await call(client, 'create_topic', { name: 'No' })).isError).toBe(true);
    expect((await call(client, 'list_topics')).text).not.toContain('No\n');
    const other = await service.createProject('Other');
    expect((await call(client, 'list_topics', { project_id: other.id })).isError).toBe(true);
    await client.close();
  });

  it('finds guides, the overview, and prompts', async () => {
    const client = await connect({ 'X-API-Key': project.key });
    const { resources } = await client.listResources();
    expect(resources.length).toBeGreaterThan(2);
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect((contents[0] as { text: string }).text.length, uri).toBeGreaterThan(50);
    }
    const { prompts } = await client.listPrompts();
    const names = ['weekly_report', 'competitor_check', 'source_gaps', 'why_did_it_change'];
    expect(prompts.map(({ name }) => name)).toEqual(names);
    for (const { name } of prompts) {
      const { messages } = await client.getPrompt({ name, arguments: { project_id: project.id } });
      const { text } = messages[0]!.content as { text: string };
      expect(text).toContain(project.id);
      // Whatever a prompt tells to use is there.
      const named = text.match(/\b(get|list|report|plan|search)_\w+/g) ?? [];
      expect(named.filter((tool) => !TOOLS.some((known) => known.name === tool))).toEqual([]);
    }
    await client.close();
  });
});

describe('the address', () => {
  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['a wrong key', { 'x-api-key': 'wrong' }],
    ['a wrong bearer token', { authorization: 'Bearer wrong' }],
    ['only a cookie', { cookie: 'overheard_session=wrong' }],
  ])('refuses %s', async (_name, headers) => {
    const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(401);
  });

  it('has no other method', async () => {
    expect((await fetch(`${url}/mcp`)).status).toBe(405);
  });

  const INITIALIZE = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
  };

  /** Sends a message as a client of the protocol before this one does, and returns the whole response as text. */
  async function post(headers: Record<string, string>, message: object = INITIALIZE): Promise<string> {
    const body = JSON.stringify(message);
    const socket = openSocket(Number(new URL(url).port), '127.0.0.1');
    const head = {
      Host: 'localhost',
      'X-API-Key': project.key,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
      ...headers,
    };
    const lines = Object.entries(head).map((pair) => pair.join(': '));
    socket.write(`POST /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
    return text(socket);
  }

  it('speaks to clients of the protocol before this one, and closes the connection where they ask for it', async () => {
    const answer = await post({});
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"protocolVersion":"2025-06-18"');
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
  });

  it.each([
    [403, { Origin: 'https://evil.example' }],
    [403, { Host: 'evil.example', Origin: 'http://evil.example' }],
    [403, { Host: 'evil.example' }],
    [403, { 'Sec-Fetch-Site': 'cross-site' }],
    [400, { Host: '[::1' }],
    [400, { Host: 'x:99999999' }],
    [200, { Origin: 'http://localhost' }],
  ])('answers %i to %j', async (status, headers) => {
    expect(await post(headers as Record<string, string>)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it('counts each message as one request of its key, whatever it asks for', async () => {
    const limited = await startService({ RATE_LIMIT: '4' });
    const { key } = await limited.createProject();
    const headers = { 'x-api-key': key, accept: 'application/json, text/event-stream' };
    const ask = (method: string, params: object = {}) =>
      limited.as(null).request('POST', '//mcp', { headers, body: { ...INITIALIZE, method, params } });
    const answers = [
      await ask('initialize', INITIALIZE.params),
      await ask('ping'),
      await ask('tools/list'),
      await ask('tools/call', { name: 'list_topics', arguments: {} }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.map((answer) => answer.headers['x-ratelimit-remaining'])).toEqual([3, 2, 1, 0].map(String));
    expect(answers[3]!.text).toContain('0 rows.');
    const refused = await ask('ping');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // A header of a client's own counts for nothing.
    expect((await limited.as(key).get('/key', { headers: { 'x-counted': 'x' } })).status).toBe(429);
    await limited.close();
  });
});
