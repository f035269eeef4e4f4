import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/domain/dates.ts';
import { createUuid } from '../../src/ids.ts';
import { delivery } from '../../src/notifications/delivery.ts';
import { digest } from '../../src/notifications/digest.ts';
import { OPERATIONS } from '../../src/operations/index.ts';
import { createOutbound } from '../../src/providers/outbound.ts';
import { nextKeys } from '../../src/store/queries/counters.ts';
import { forgetDeliveries } from '../../src/store/queries/deliveries.ts';
import { insertRun, updateRun } from '../../src/store/queries/runs.ts';
import { createOpenapi } from '../../src/surfaces/openapi.ts';
import { type MailServer, startMailServer } from '../harness/mail-server.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';

const HOUR_MS = 3_600_000;
const signal = new AbortController().signal;

interface Request {
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

let service: TestService;
let mailServer: MailServer;
let receiver: Server;
let base: string;
let received: Request[] = [];
/** What the receiver answers. */
let answer: { status: number; headers?: Record<string, string> } = { status: 200 };

beforeAll(async () => {
  mailServer = await startMailServer({ user: 'sender@example.com', password: 'p:ss/word' });
  service = await startService({ SMTP_URL: mailServer.url, SMTP_FROM: 'Overheard <overheard@example.com>' });
  // Tests say what time it is, and take the steps themselves.
  await service.context.worker.stop();
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ url: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answer.status, answer.headers).end('thank you');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await service.close();
  await mailServer.close();
  await new Promise((resolve) => receiver.close(resolve));
});

/** A project on a clock that the test sets. */
async function setUp() {
  received = [];
  answer = { status: 200 };
  const created = await service.createProject();
  const { context } = service;
  const project = await findKey(created);
  let set: Date | null = null;
  const now = () => set ?? new Date();
  const services = { ...context, now };
  /** Takes steps until nothing is due, as a worker would; true: there is something to do later. */
  const work = async (webhook = 1, changed: Partial<typeof services> = {}): Promise<Date | null> => {
    for (;;) {
      const decide = await delivery.step(
        { ...services, ...changed },
        { project, kind: 'delivery', subject: webhook },
        { signal },
      );
      if (typeof decide !== 'function') throw new Error('a delivery decides in the transaction that ends its step');
      const outcome = await context.store.write(project, ({ db }) => decide(db));
      if (outcome === 'done') return null;
      if (typeof outcome === 'object' && outcome.due_at > now()) return outcome.due_at;
    }
  };
  const { client } = created;
  return {
    ...created,
    project,
    services,
    work,
    setTime: (time: Date) => {
      set = time;
    },
    create: async (body: object = {}): Promise<{ id: string; secret: string }> => {
      const created = await client.post('/webhooks', {
        url: `${base}/hook`,
        events: ['run_failed', 'run_finished'],
        ...body,
      });
      expect(created.status).toBe(201);
      return created.body;
    },
    deliveries: async (id: string) => (await client.get(`/webhooks/${id}/deliveries`)).body.data,
    endRun: (state: 'done' | 'failed', kind = 'collection') =>
      context.store.write(project, async ({ db }) => {
        const { run } = await insertRun(db, project, { kind, total: 1, plan: {}, message: '', now: now() });
        await updateRun(db, project, { run, update: { state, message: 'That is all.', finished_at: now() } });
      }),
  };
}

async function findKey({ id }: TestProject): Promise<number> {
  const { project } = await service.context.store.db
    .selectFrom('projects')
    .select('project')
    .where('id', '=', id.slice(3))
    .executeTakeFirstOrThrow();
  return project;
}

const openapi = JSON.parse(JSON.stringify(createOpenapi(OPERATIONS, { basePath: '/v1' })));
const ajv = new Ajv2020({ strict: false });

/** Whether a body is what the OpenAPI document says about the event. */
function isPublished({ body }: Request): boolean {
  const { event } = JSON.parse(body);
  const { schema } = openapi.webhooks[event].post.requestBody.content['application/json'];
  return ajv.validate(schema, JSON.parse(body));
}

/** As a receiver does it. */
function isSigned({ headers, body }: Request, secret: string): boolean {
  const [, time, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-overheard-signature']))!;
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  return isFresh && createHmac('sha256', secret).update(`${time}.${body}`).digest('hex') === given;
}

describe('a webhook', () => {
  it('gets the events that it asked for, signed', async () => {
    const { create, endRun, work, id: project_id, deliveries } = await setUp();
    const { id, secret } = await create({ events: ['run_failed'] });
    await endRun('done');
    await endRun('failed');
    await work();
    expect(received).toHaveLength(1);
    const [request] = received;
    expect(isSigned(request!, secret)).toBe(true);
    expect(isSigned(request!, `${secret}x`)).toBe(false);
    expect(isPublished(request!)).toBe(true);
    const body = JSON.parse(request!.body);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^ev_/),
      event: 'run_failed',
      project: { id: project_id, name: 'Project' },
      text: 'The collection run failed. That is all.',
      data: { run: { kind: 'collection', state: 'failed' } },
    });
    const listed = await deliveries(id);
    expect(listed).toMatchObject([{ state: 'delivered', attempts: 1, status: 200, next_attempt_at: null }]);
    expect(listed[0].event.id).toBe(body.id);
    expect(request!.headers['x-overheard-delivery']).toBe(listed[0].id);
  });

  it('gets the text alone as Slack takes it, in which nothing can be a mention', async () => {
    const { create, client, work } = await setUp();
    await client.put('/project-profile', { name: 'A <!channel> & B' });
    const { id } = await create({ format: 'slack' });
    await client.post(`/webhooks/${id}/test`);
    await work();
    expect(JSON.parse(received[0]!.body)).toEqual({
      text: '*A &lt;!channel&gt; &amp; B*: This is a test of your notifications.',
    });
  });

  it('is listed without what is secret in its address', async () => {
    const { create, client, project } = await setUp();
    const { secret } = await create({ url: 'https://example.com/hook?token=hidden' });
    await create({ url: 'https://hooks.slack.com/services/T/B/hidden' });
    const { body, text } = await client.get('/webhooks');
    expect(body.data).toMatchObject([
      { url: 'https://example.com/hook?…', format: 'json', is_active: true },
      { url: 'https://hooks.slack.com/…', format: 'slack' },
    ]);
    expect(text).not.toContain('hidden');
    expect(text).not.toContain(secret);
    expect(service.logged()).not.toContain('hidden');
    const stored = await service.context.store.db
      .selectFrom('webhooks')
      .selectAll()
      .where('project', '=', project)
      .execute();
    expect(JSON.stringify(stored)).not.toContain('hidden');
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('shows the host of its address alone to a key that can only read', async () => {
    const { create, client, company, id: project_id } = await setUp();
    const path = '/api/webhooks/1234/the-token';
    await create({ url: `https://discord.com${path}` });
    await create({ url: `https://example.webhook.office.com${path}?x=1` });
    await create({ url: `https://hooks.slack.com${path}` });
    await create({ url: `https://mattermost.example:8443${path}`, format: 'slack' });
    await create({ url: 'mailto:the-token@example.com' });
    expect((await client.get('/webhooks')).body.data[0].url).toBe(`https://discord.com${path}`);
    const { body } = await company.post('/keys', { name: 'Reader', rights: 'read', project_id });
    const { data } = (await service.as(body.key).get('/webhooks')).body;
    expect(data.map(({ url }: { url: string }) => url)).toEqual([
      'https://discord.com/…',
      'https://example.webhook.office.com/…',
      'https://hooks.slack.com/…',
      'https://mattermost.example:8443/…',
      'mailto:…@example.com',
    ]);
  });

  it.each([
    ['ftp://example.com/', 'begin with https'],
    ['https://user:pass@example.com/', 'user name or password'],
    ['mailto:a@example.com,b@example.com', 'one e-mail address'],
    ['mailto:a@example.com?subject=x', 'one e-mail address'],
    ['example.com', 'begin with https'],
  ])('cannot have the address %s', async (url, said) => {
    const { client } = await setUp();
    const refused = await client.post('/webhooks', { url, events: ['run_failed'] });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain(said);
  });

  it('is one of 20 at most', async () => {
    const { create, client } = await setUp();
    for (let count = 0; count < 20; count += 1) await create();
    const refused = await client.post('/webhooks', { url: `${base}/hook`, events: ['run_failed'] });
    expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
  });

  it('keeps its secret when its address and its events change', async () => {
    const { create, client, endRun, work } = await setUp();
    const { id, secret } = await create();
    await client.patch(`/webhooks/${id}`, { url: `${base}/other`, events: ['extraction_finished'] });
    await endRun('done');
    await endRun('done', 'extraction');
    await work();
    expect(received.map(({ url }) => url)).toEqual(['/other']);
    expect(isSigned(received[0]!, secret)).toBe(true);
  });

  it('is signed with its new and its previous secret for a day after a rotation, and then with the new one alone', async () => {
    const { create, client, endRun, work, setTime, project } = await setUp();
    const { id, secret: first } = await create();
    const rotate = async (): Promise<string> => {
      const { status, body } = await client.post(`/webhooks/${id}/secret`);
      expect([status, Object.keys(body)]).toEqual([200, ['secret']]);
      expect(body.secret).toMatch(/^whsec_[\w-]{43}$/);
      return body.secret;
    };
    /** Which of the secrets a delivery is signed with, in their order. */
    const deliver = async (secrets: Record<string, string>, time: Date | null = null) => {
      if (time) setTime(time);
      received = [];
      await endRun('done');
      await work();
      const [request] = received;
      const header = String(request!.headers['x-overheard-signature']);
      expect(header).toMatch(/^t=\d+(,v1=[0-9a-f]{64}){1,2}$/);
      const [at, ...given] = header.split(',').map((part) => part.split('=')[1]!);
      const names = Object.entries(secrets).map(
        ([name, secret]) =>
          [name, createHmac('sha256', secret).update(`${at}.${request!.body}`).digest('hex')] as const,
      );
      return given.map((one) => names.find(([, digest]) => digest === one)?.[0]);
    };
    expect(await deliver({ first })).toEqual(['first']);
    const second = await rotate();
    expect(await deliver({ first, second })).toEqual(['second', 'first']);
    const rotated = new Date();
    const third = await rotate();
    expect(await deliver({ first, second, third })).toEqual(['third', 'second']);
    await client.patch(`/webhooks/${id}`, { url: `${base}/other` });
    const hours = (count: number) => new Date(rotated.getTime() + count * HOUR_MS);
    expect(await deliver({ first, second, third }, hours(23.9))).toEqual(['third', 'second']);
    expect(await deliver({ first, second, third }, hours(24.1))).toEqual(['third']);
    const { db } = service.context.store;
    const stored = JSON.stringify(await db.selectFrom('webhooks').selectAll().where('project', '=', project).execute());
    const shown = (await client.get('/webhooks')).text + service.logged() + stored;
    for (const secret of [first, second, third]) expect(shown).not.toContain(secret);
  });

  it('that is switched off gets nothing, not even what waits for it', async () => {
    const { create, client, endRun, work, deliveries } = await setUp();
    const { id } = await create();
    await endRun('done');
    await client.patch(`/webhooks/${id}`, { is_active: false });
    await endRun('done');
    expect(await work()).toBeNull();
    expect(received).toEqual([]);
    expect(await deliveries(id)).toMatchObject([{ state: 'failed', message: 'The webhook was switched off.' }]);
    expect((await client.post(`/webhooks/${id}/test`)).body.code).toBe('wrong_state');
  });

  it('that is deleted leaves no delivery behind', async () => {
    const { create, client, endRun, project, work } = await setUp();
    const { id } = await create();
    await endRun('done');
    expect((await client.delete(`/webhooks/${id}`)).status).toBe(200);
    expect(await work()).toBeNull();
    const rows = await service.context.store.db
      .selectFrom('deliveries')
      .selectAll()
      .where('project', '=', project)
      .execute();
    expect(rows).toEqual([]);
    expect((await client.get(`/webhooks/${id}/deliveries`)).status).toBe(404);
  });
});

describe('an e-mail address', () => {
  it('gets events as messages, and no secret', async () => {
    const { create, client, endRun, work, deliveries } = await setUp();
    const created = await create({ url: 'mailto:team@example.com' });
    expect(created).toEqual({ id: created.id });
    expect((await client.post(`/webhooks/${created.id}/secret`)).body.code).toBe('wrong_state');
    expect((await client.get('/webhooks')).body.data).toMatchObject([
      { url: 'mailto:team@example.com', format: 'email' },
    ]);
    await endRun('failed');
    await work();
    const mail = mailServer.mails.at(-1)!;
    expect(mail).toMatchObject({ from: 'overheard@example.com', to: ['team@example.com'] });
    expect(mail.source).toContain('Subject: Project: The collection run failed. That is all.');
    expect(mail.source).toContain('notification settings of the');
    const [delivered] = await deliveries(created.id);
    expect(delivered).toMatchObject({ state: 'delivered', status: null, message: null });
    expect(mail.source).toContain(`Message-ID: <${delivered.id}@example.com>`);
  });

  it('is tried again if the mail server refuses, without saying which server it is', async () => {
    const { create, endRun, work, deliveries, setTime } = await setUp();
    const { id } = await create({ url: 'mailto:full@example.com' });
    mailServer.refuse(true);
    await endRun('done');
    const next = await work();
    mailServer.refuse(false);
    const message = 'The mail server did not take the message (EMESSAGE 452).';
    expect(await deliveries(id)).toMatchObject([{ state: 'pending', attempts: 1, message }]);
    setTime(next!);
    expect(await work()).toBeNull();
    expect(mailServer.mails.at(-1)!.to).toEqual(['full@example.com']);
  });

  it('stays one: it cannot become a URL', async () => {
    const { create, client } = await setUp();
    const { id } = await create({ url: 'mailto:team@example.com' });
    expect((await client.patch(`/webhooks/${id}`, { url: `${base}/hook` })).status).toBe(400);
    expect((await client.patch(`/webhooks/${id}`, { url: 'mailto:other@example.com' })).status).toBe(200);
  });
});

describe('a weekly digest', () => {
  it('comes on Mondays, once, with a table and a picture, and no name in it is HTML', async () => {
    const { create, client, project, setTime, work, services } = await setUp();
    const { id: brand_id } = (await client.post('/brands', { name: '<b>Acme & Co', is_own: true })).body;
    await client.post('/brands', { name: 'Rival' });
    const chats = Array.from({ length: 14 }, (_, day) =>
      Array.from({ length: 12 }, (_, prompt) => ({
        prompt_text: `Question ${prompt}`,
        country_code: 'US',
        model_id: 'famA-scraper',
        date: addDays('2026-03-02', day),
        external_id: `${day} ${prompt}`,
        mentions: (day + prompt) % 10 < (day < 7 ? 1 : 9) ? [{ brand_id, count: 1, position: 1 }] : [],
      })),
    ).flat();
    await client.post('/chats', { chats });
    await create({ url: 'mailto:boss@example.com', events: ['weekly_digest'] });
    await create({ events: ['weekly_digest'] });
    const at = async (time: string) => {
      setTime(new Date(time));
      const outcome = await digest.step(services, { project, kind: digest.kind, subject: 0 }, { signal });
      return typeof outcome === 'function' ? service.context.store.write(project, ({ db }) => outcome(db)) : outcome;
    };
    const sent = mailServer.mails.length;
    const monday = { due_at: new Date('2026-03-16T08:00:00Z') };
    expect(await at('2026-03-12T10:00:00Z')).toEqual(monday);
    expect(await at('2026-03-15T10:00:00Z')).toEqual(monday);
    expect(await at('2026-03-16T07:00:00Z')).toEqual(monday);
    for (const time of ['2026-03-16T08:00:00Z', '2026-03-16T09:00:00Z', '2026-03-17T08:00:00Z']) {
      expect(await at(time)).toEqual({ due_at: new Date('2026-03-23T08:00:00Z') });
    }
    // A week without answers has none.
    expect(await at('2026-03-30T08:00:00Z')).toEqual({ due_at: new Date('2026-04-06T08:00:00Z') });
    await work(1);
    await work(2);
    expect(isPublished(received[0]!)).toBe(true);
    const { data, text } = JSON.parse(received[0]!.body);
    expect(data).toMatchObject({ start_date: '2026-03-09', end_date: '2026-03-15', answers: 84 });
    expect(data.brands.map(({ name }: { name: string }) => name)).toEqual(['<b>Acme & Co', 'Rival']);
    expect(data.days).toHaveLength(28);
    expect(data.days[0].visibility).toEqual([null, null]);
    expect(data.days[27].visibility[0]).toBeGreaterThan(0.5);
    expect(text).toContain('- Visibility of <b>Acme & Co rose from');
    expect(mailServer.mails).toHaveLength(sent + 1);
    const { source } = mailServer.mails.at(-1)!;
    expect(source).toContain('Subject: Project: The week from 2026-03-09 to 2026-03-15.');
    expect(source).toContain('multipart/related');
    expect(source).toContain('Content-ID: <visibility>');
    const plain = source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(plain).toContain('<td>&lt;b&gt;Acme &amp; Co</td>');
    expect(plain).toContain('<img src="cid:visibility"');
  });
});

describe('a delivery', () => {
  it('is stored with the change that it tells about, or not at all', async () => {
    const { create, project, deliveries } = await setUp();
    const { id } = await create();
    const { store } = service.context;
    const failing = store.write(project, async ({ db }) => {
      const { run } = await insertRun(db, project, {
        kind: 'import',
        total: 0,
        plan: {},
        message: '',
        now: new Date(),
      });
      await updateRun(db, project, { run, update: { state: 'done', finished_at: new Date() } });
      throw new Error('the process dies');
    });
    await expect(failing).rejects.toThrow('the process dies');
    expect(await deliveries(id)).toEqual([]);
    const counted = async (table: 'runs' | 'outbox' | 'work') =>
      (await store.db.selectFrom(table).select('project').where('project', '=', project).execute()).length;
    expect([await counted('runs'), await counted('outbox'), await counted('work')]).toEqual([0, 0, 0]);
  });

  it('is tried again with growing pauses for a day, and then given up', async () => {
    const { create, endRun, work, deliveries, setTime } = await setUp();
    const { id } = await create();
    const began = new Date();
    setTime(began);
    answer = { status: 500 };
    await endRun('done');
    const waits: number[] = [];
    let last = began;
    for (let next = await work(); next !== null; next = await work()) {
      waits.push((next.getTime() - last.getTime()) / 1000);
      last = next;
      setTime(next);
    }
    expect(waits.slice(0, 4)).toEqual([10, 30, 90, 270]);
    expect(waits.at(-1)).toBe(4 * 3600);
    expect(last.getTime() - began.getTime()).toBeGreaterThan(20 * HOUR_MS);
    expect(last.getTime() - began.getTime()).toBeLessThanOrEqual(24 * HOUR_MS);
    expect(received).toHaveLength(waits.length + 1);
    const [failed] = await deliveries(id);
    expect(failed).toMatchObject({ state: 'failed', status: 500, attempts: waits.length + 1 });
    expect(failed.message).toContain('answered with status 500');
  });

  it('can be repeated, under the same event id', async () => {
    const { create, client, endRun, work, deliveries } = await setUp();
    const { id } = await create();
    await endRun('done');
    await work();
    const [first] = await deliveries(id);
    const repeated = await client.post(`/deliveries/${first.id}/repeat`);
    expect(repeated.status).toBe(200);
    await work();
    const [second] = await deliveries(id);
    expect(second).toMatchObject({ id: repeated.body.id, event: first.event, state: 'delivered' });
    expect(received.map(({ body }) => JSON.parse(body).id)).toEqual([first.event.id, first.event.id]);
  });

  it('does not follow a redirect', async () => {
    const { create, endRun, work, deliveries } = await setUp();
    const { id } = await create();
    answer = { status: 307, headers: { location: `${base}/secret` } };
    await endRun('done');
    await work();
    expect(received.map(({ url }) => url)).toEqual(['/hook']);
    const [failed] = await deliveries(id);
    expect(failed).toMatchObject({ state: 'pending', status: 307 });
    expect(failed.message).toContain('Redirects are not followed');
  });

  it('goes to no private address, also not if a public name leads there', async () => {
    const { create, endRun, work, deliveries } = await setUp();
    const names: string[] = [];
    // A name is looked up once, by the connection itself: there is no earlier look whose result could be another.
    const outbound = createOutbound({
      allow_private: false,
      lookup: (name, _options, done) => {
        names.push(name);
        done(null, [{ address: '127.0.0.1', family: 4 }]);
      },
    });
    const { port } = receiver.address() as AddressInfo;
    const literal = await create();
    const named = await create({ url: `https://rebinding.example:${port}/hook` });
    await endRun('done');
    await work(1, { send: outbound.send });
    await work(2, { send: outbound.send });
    await outbound.close();
    expect(received).toEqual([]);
    expect(names).toEqual(['rebinding.example']);
    for (const { id } of [literal, named]) {
      const [failed] = await deliveries(id);
      expect(failed).toMatchObject({ state: 'pending', status: null });
      expect(failed.message).toContain('is a private address');
    }
  });

  it('is made by hand 60 times per hour at most, and does not wait beside 1000 others', async () => {
    const { create, client, project, endRun, deliveries } = await setUp();
    const { id } = await create();
    const { id: delivery } = (await client.post(`/webhooks/${id}/test`)).body;
    const refused = async () => {
      const { status, body } = await client.post(`/deliveries/${delivery}/repeat`);
      return [status, body.code, body.message];
    };
    await copyDeliveries(project, { copies: 59, changes: {} });
    expect(await refused()).toEqual([409, 'limit_reached', expect.stringContaining('60 tests and repetitions')]);
    await copyDeliveries(project, { copies: 940, changes: { is_manual: false } });
    expect(await refused()).toEqual([409, 'limit_reached', expect.stringContaining('60 tests')]);
    await service.context.store.write(project, ({ db }) =>
      db.updateTable('deliveries').set({ is_manual: false }).where('project', '=', project).execute(),
    );
    expect(await refused()).toEqual([409, 'limit_reached', expect.stringContaining('already waiting')]);
    await endRun('done');
    expect(await deliveries(id)).toHaveLength(1000);
  });

  it('counts against the limit of its project even if its webhook is deleted, or another key asks', async () => {
    const { create, client, company, project, id: project_id, work } = await setUp();
    const { id } = await create();
    const { id: delivery } = (await client.post(`/webhooks/${id}/test`)).body;
    await copyDeliveries(project, { copies: 59, changes: {} });
    expect((await client.delete(`/webhooks/${id}`)).status).toBe(200);
    expect(await work()).toBeNull();
    expect(received).toEqual([]);
    expect((await client.post(`/deliveries/${delivery}/repeat`)).status).toBe(404);
    const again = await create();
    expect((await client.get(`/webhooks/${again.id}/deliveries`)).body.data).toEqual([]);
    for (const key of [client, company]) {
      const refused = await key.post(`/webhooks/${again.id}/test`, { project_id });
      expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
    }
    const other = await setUp();
    const { id: free } = await other.create();
    expect((await other.client.post(`/webhooks/${free}/test`)).status).toBe(200);
  });

  it('is forgotten after 30 days, with its event', async () => {
    const { create, client, project, endRun, deliveries } = await setUp();
    const { id } = await create();
    await client.post(`/webhooks/${id}/test`);
    await endRun('done');
    const [newest] = await deliveries(id);
    const { store } = service.context;
    await store.write(project, ({ db }) => forgetDeliveries(db, project, new Date(newest.created_at)));
    expect(await deliveries(id)).toMatchObject([{ id: newest.id }]);
    const events = await store.db.selectFrom('outbox').select('kind').where('project', '=', project).execute();
    expect(events).toEqual([{ kind: 'run_finished' }]);
  });
});

/** Adds rows like the first delivery of a project. */
async function copyDeliveries(
  project: number,
  { copies, changes }: { copies: number; changes: { is_manual?: boolean } },
): Promise<void> {
  await service.context.store.write(project, async ({ db, append }) => {
    const [row] = await db.selectFrom('deliveries').selectAll().where('project', '=', project).execute();
    const first = await nextKeys(db, project, 'delivery', copies);
    const rows = Array.from({ length: copies }, (_, index) => ({
      ...row!,
      ...changes,
      delivery: first + index,
      id: createUuid(),
    }));
    await append('deliveries', rows);
  });
}
