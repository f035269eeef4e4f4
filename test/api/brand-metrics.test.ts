import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, toDay } from '../../src/domain/dates.ts';
import { createNoonClock } from '../harness/noon.ts';
import { listMetrics, listServed } from '../harness/prometheus.ts';
import { startService, type TestProject, type TestService } from '../harness/service.ts';

let service: TestService;
let project: TestProject;
const now = createNoonClock();
const today = toDay(now());
const LAST_DAYS = { start_date: addDays(today, -7), end_date: addDays(today, -1) };

beforeAll(async () => {
  service = await startService({ METRICS_BRANDS: 'on' }, now);
  project = await service.createProject('A "shop"');
  const { client } = project;
  const own = (await client.post('/brands', { name: 'Own', is_own: true })).body.id;
  const other = (await client.post('/brands', { name: 'Other' })).body.id;
  const shared = { prompt_text: 'Which?', country_code: 'US', model_id: 'famA-scraper' };
  const mention = (brand_id: string, position: number) => ({ brand_id, position, count: position });
  const chats = [
    { ...shared, date: LAST_DAYS.end_date, external_id: '1', mentions: [mention(own, 1), mention(other, 2)] },
    { ...shared, date: LAST_DAYS.start_date, external_id: '2', mentions: [mention(other, 1)] },
    { ...shared, date: LAST_DAYS.start_date, external_id: '3', mentions: [] },
    // Neither today nor the time before counts.
    { ...shared, date: today, external_id: '4', mentions: [mention(own, 1)] },
    { ...shared, date: addDays(today, -8), external_id: '5', mentions: [mention(own, 1)] },
  ];
  expect((await client.post('/chats', { chats })).body.accepted).toBe(5);
  await service.createProject('Empty');
  const second = await service.createProject('Second');
  await second.client.post('/brands', { name: 'Elsewhere' });
  const chat = { ...shared, date: LAST_DAYS.end_date, answer: 'Elsewhere is good.' };
  expect((await second.client.post('/chats', { chats: [chat] })).body.accepted).toBe(1);
});
afterAll(() => service.close());

const read = async (from = service) => (await from.as(null).get('//metrics')).text;

describe('the gauges of brands', () => {
  it('have the numbers of the report over the last seven full days', async () => {
    const text = await read();
    const { data } = (await project.client.post('/reports/brands', LAST_DAYS)).body;
    expect(data).toHaveLength(2);
    for (const { brand, visibility, share_of_voice } of data) {
      const labels = `{project="A \\"shop\\"",project_id="${project.id}",brand="${brand.name}",is_own="${brand.name === 'Own'}"}`;
      expect(text).toContain(`\noverheard_visibility${labels} ${visibility}\n`);
      expect(text).toContain(`\noverheard_share_of_voice${labels} ${share_of_voice}\n`);
    }
    expect(text).not.toContain('project="Empty"');
  });

  it('are those of each project once', async () => {
    const lines = (await read()).match(/^overheard_visibility\{.*$/gm)!;
    expect(lines.map((line) => /project="(.*)",project_id.*,brand="(\w+)".* (\S+)$/.exec(line)!.slice(1))).toEqual([
      ['A \\"shop\\"', 'Own', expect.any(String)],
      ['A \\"shop\\"', 'Other', expect.any(String)],
      ['Second', 'Elsewhere', '1'],
    ]);
  });

  it('are read again after minutes, not for every reader', async () => {
    const before = await read();
    const chat = { prompt_text: 'Which?', country_code: 'US', model_id: 'famA-scraper', external_id: 'late' };
    await project.client.post('/chats', { chats: [{ ...chat, date: LAST_DAYS.end_date, mentions: [] }] });
    const pick = (text: string) => text.match(/^overheard_.*$/gm);
    expect(pick(await read())).toEqual(pick(before));
  });

  it('are off unless the operator wants them', async () => {
    const usual = await startService();
    await usual.createProject();
    expect(await read(usual)).not.toMatch(/overheard_(visibility|share_of_voice)/);
    await usual.close();
  });
});

describe('attempts to deliver events', () => {
  it('are counted by format and outcome', async () => {
    const hook = { url: 'http://127.0.0.1:9/nobody', events: ['run_failed'] };
    const { id } = (await project.client.post('/webhooks', hook)).body;
    await project.client.post(`/webhooks/${id}/test`);
    await service.context.worker.idle();
    expect(await read()).toMatch(/^webhook_attempts_total\{format="json",outcome="retried"\} [1-9]/m);
  });
});

describe('the Grafana dashboard', () => {
  interface Panel {
    id: number;
    title: string;
    targets?: { expr: string }[];
  }
  const { panels, templating } = JSON.parse(readFileSync('docs/grafana-dashboard.json', 'utf8')) as {
    panels: Panel[];
    templating: { list: { name: string; query: string }[] };
  };

  it('only shows metrics that the service has', async () => {
    const served = listServed(await read());
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const chosen = templating.list.flatMap(({ query }) => /^label_values\((\w+), \w+\)$/.exec(query)?.[1] ?? []);
    expect(expressions.length).toBeGreaterThan(15);
    expect(chosen).toHaveLength(2);
    for (const expr of [...expressions, ...chosen]) {
      const metrics = listMetrics(expr);
      expect(metrics.length, expr).toBeGreaterThan(0);
      expect(
        metrics.filter((name) => !served.has(name)),
        expr,
      ).toEqual([]);
    }
    for (const name of ['overheard_visibility', 'overheard_share_of_voice']) expect(expressions.join()).toContain(name);
  });

  it('has panels with ids of their own, and variables that exist', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const known = templating.list.map(({ name }) => name);
    const used = [...JSON.stringify(panels).matchAll(/\$\{?([a-z]\w*)/g)].map(([, name]) => name!);
    expect(used.length).toBeGreaterThan(15);
    expect(used.filter((name) => !known.includes(name))).toEqual([]);
  });
});
