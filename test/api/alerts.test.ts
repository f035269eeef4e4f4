import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createWorkKinds } from '../../src/background/kinds.ts';
import { listMetrics, listServed } from '../harness/prometheus.ts';
import { startService, type TestService } from '../harness/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface Rule {
  alert: string;
  expr: string;
  fields: string[];
  severity: string;
  runbook: string;
}

/** The rules of docs/alerts.yml, which keeps to one way of writing them. */
function readRules(): Rule[] {
  const [, ...rules] = readFileSync('docs/alerts.yml', 'utf8').split(/^ {6}- alert: /m);
  return rules.map((text) => {
    const [alert = '', ...lines] = text.trimEnd().split('\n');
    const body = lines.join('\n');
    const [, line, block] = /^ {8}expr: (?:(?!\|)(.+)|\|\n((?: {10}.+\n)+))/m.exec(body)!;
    return {
      alert,
      expr: (line ?? block!).trim(),
      fields: [...body.matchAll(/^ {8}(\w+):/gm)].map(([, name]) => name!),
      severity: /severity: (\w+)/.exec(body)![1]!,
      runbook: /runbook: (\S+)/.exec(body)![1]!,
    };
  });
}

describe('the alert rules', () => {
  it('have a runbook that knows every kind of work', () => {
    const [, section = ''] = readFileSync('docs/runbook.md', 'utf8').split('### OverheardWorkFails\n');
    const [table = ''] = section.split('### ');
    const kinds = createWorkKinds().map(({ kind }) => kind);
    expect(kinds.filter((kind) => !table.includes(`\`${kind}\``))).toEqual([]);
  });

  /** Made by Prometheus itself. */
  const OF_PROMETHEUS = ['up'];

  it('only use metrics that the service has', async () => {
    const served = listServed((await service.as(null).get('//metrics')).text);
    const rules = readRules();
    expect(rules.length).toBeGreaterThan(15);
    for (const { alert, expr } of rules) {
      const metrics = listMetrics(expr);
      expect(metrics.length, alert).toBeGreaterThan(0);
      expect(
        metrics.filter((name) => !served.has(name) && !OF_PROMETHEUS.includes(name)),
        alert,
      ).toEqual([]);
    }
  });

  it('name kinds and states of work that exist', async () => {
    await service.createProject();
    await service.context.worker.idle();
    const { text } = await service.as(null).get('//metrics');
    const used = readRules().flatMap(({ expr }) => [...expr.matchAll(/state="(\w+)"/g)].map(([, state]) => state!));
    for (const state of new Set(used))
      expect(text).toMatch(new RegExp(`work_items\\{kind="\\w+",state="${state}"\\} \\d`));
    expect([...service.context.worker.failures.keys()]).toContain('extraction');
  });

  it('have each a section in the runbook with a symptom, what to look at and what to do, and no section is left over', () => {
    const runbook = readFileSync('docs/runbook.md', 'utf8');
    const sections = new Map(
      runbook
        .split(/^### (?=Overheard)/m)
        .slice(1)
        .map((section) => [section.split('\n', 1)[0]!, section]),
    );
    const rules = readRules();
    expect([...sections.keys()].sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { alert, fields, severity, runbook: link } of rules) {
      expect(link).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
      expect(['page', 'ticket']).toContain(severity);
      expect(fields).toEqual(expect.arrayContaining(['expr', 'labels', 'annotations']));
      for (const part of ['**Symptom.**', '**Look at**', '**Do.**']) expect(sections.get(alert), alert).toContain(part);
    }
  });
});

describe('the metrics of the store', () => {
  it.each([
    ['fails', () => Promise.reject(new Error('gone'))],
    ['hangs', () => new Promise<void>(() => {})],
  ])('are shown without values where it %s, and all others with theirs', async (_how, ping) => {
    const broken = await startService();
    const { store } = broken.context;
    const { ping: works, db } = store;
    store.ping = ping;
    const refuse = () => {
      throw new Error('gone');
    };
    Object.defineProperty(store, 'db', { value: new Proxy(db, { get: refuse }), configurable: true });
    const { status, text } = await broken.as(null).get('//metrics');
    expect(status).toBe(200);
    expect(text).toContain('\nstore_up 0\n');
    expect(text).toContain('\nprocess_resident_memory_bytes ');
    expect(text).not.toMatch(/^work_items\{/m);
    store.ping = works;
    Object.defineProperty(store, 'db', { value: db });
    expect((await broken.as(null).get('//metrics')).text).toContain('\nstore_up 1\n');
    await broken.close();
  });

  it.runIf(inject('engine') === 'duckdb')(
    'say how much space there is where an embedded store has its file',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'overheard-'));
      const embedded = await startService({ DATABASE_URL: `duckdb:${join(folder, 'data.duckdb')}` });
      const { text } = await embedded.as(null).get('//metrics');
      const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
      expect(read('data_disk_free_bytes')).toBeGreaterThan(0);
      expect(read('data_disk_size_bytes')).toBeGreaterThan(read('data_disk_free_bytes'));
      await embedded.close();
      rmSync(folder, { recursive: true });
      // Without a file there is no disk to speak of.
      expect((await service.as(null).get('//metrics')).text).not.toMatch(/^data_disk_free_bytes /m);
    },
  );
});
