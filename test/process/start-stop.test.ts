import { mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import {
  ask,
  createFolder,
  KEY,
  type Program,
  removeFolder,
  runProgram,
  runStatement,
  startProgram,
} from '../harness/program.ts';
import { waitUntil } from '../harness/wait-until.ts';

const folders: string[] = [];
async function folder(): Promise<string> {
  const path = await createFolder();
  folders.push(path);
  return path;
}
afterAll(async () => {
  for (const path of folders) await removeFolder(path);
});

/** The commands, the output and signals are the same whatever the store is. */
const isEmbedded = inject('engine') === 'duckdb';

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

describe('a first start', () => {
  it.runIf(isEmbedded)('prints an address, a key once, and a curl line whose report has rows', async () => {
    const path = await folder();
    const startedOn = today();
    const program = await startProgram(path, { BOOTSTRAP_KEY: '', DEMO: 'on' });
    await waitUntil('the curl line is printed', () => program.output().includes('curl'));
    const key = /ohc_[\w-]+/.exec(program.output())?.[0];
    const project_id = /or_[\w-]+/.exec(program.output())?.[0];
    const report = await fetch(`${program.url}/v1/reports/brands`, {
      method: 'POST',
      headers: { 'X-API-Key': key! },
      body: JSON.stringify({ project_id }),
    });
    const { data } = (await report.json()) as { data: { visibility_count: number }[] };
    expect(data.length).toBeGreaterThan(3);
    expect(data[0]!.visibility_count).toBeGreaterThan(0);
    // Midnight may have passed since the start.
    await waitUntil("today's answers are collected", async () => {
      const recent = await fetch(
        `${program.url}/v1/chats?project_id=${project_id}&start_date=${startedOn}&end_date=${today()}`,
        { headers: { 'X-API-Key': key! } },
      );
      return ((await recent.json()) as { total_count: number }).total_count > 0;
    });
    const suggestions = await fetch(`${program.url}/v1/prompts/suggestions?project_id=${project_id}`, {
      headers: { 'X-API-Key': key! },
    });
    expect(((await suggestions.json()) as { data: unknown[] }).data).toHaveLength(6);
    expect(program.errors()).not.toContain(key);
    const token = /#sign-in=([\w-]+)/.exec(program.output())?.[1];
    const signIn = () => fetch(`${program.url}/session`, { method: 'POST', body: JSON.stringify({ token }) });
    expect((await signIn()).status).toBe(201);
    expect((await signIn()).status).toBe(401);
    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);

    const again = await startProgram(path, { BOOTSTRAP_KEY: '' });
    expect((await fetch(`${again.url}/v1/key`, { headers: { 'X-API-Key': key! } })).status).toBe(200);
    again.process.kill('SIGTERM');
    expect(await again.ended).toBe(0);
    expect(again.output()).not.toContain('ohc_');
    expect(again.output()).not.toContain('sign-in');
  });

  it.runIf(isEmbedded)(
    'that nobody saw the output of is made up for: each start prints a link until one was used',
    async () => {
      const path = await folder();
      const startAndStop = async (work?: (program: Program, token: string) => Promise<void>) => {
        const program = await startProgram(path, { BOOTSTRAP_KEY: '' });
        await waitUntil('all is printed', () => program.output().endsWith('\n\n'));
        const token = /#sign-in=([\w-]+)/.exec(program.output())?.[1];
        await work?.(program, token!);
        program.process.kill('SIGTERM');
        expect(await program.ended).toBe(0);
        return token;
      };
      const signIn = async ({ url }: Program, token: string) =>
        (await fetch(`${url}/session`, { method: 'POST', body: JSON.stringify({ token }) })).status;
      const lost = await startAndStop();
      const second = await startAndStop(async (program) => {
        expect(program.output()).not.toContain('ohc_');
      });
      expect([typeof lost, typeof second, lost === second]).toEqual(['string', 'string', false]);
      await startAndStop(async (program, token) => {
        expect(await signIn(program, token)).toBe(201);
        // Links that were printed before end with it.
        expect([await signIn(program, lost!), await signIn(program, second!)]).toEqual([401, 401]);
      });
      expect(await startAndStop()).toBeUndefined();
    },
  );

  it('takes the bootstrap key, and a changed one in place of it', async () => {
    const path = await folder();
    const first = await startProgram(path);
    expect((await ask(first, { path: '/key' })).status).toBe(200);
    expect(first.output()).toContain('#sign-in=');
    first.process.kill('SIGTERM');
    await first.ended;
    const again = await startProgram(path);
    again.process.kill('SIGTERM');
    await again.ended;
    expect(again.output()).toContain('Overheard is listening');
    expect(again.output()).not.toContain('#sign-in=');
    const changed = `${KEY}-changed`;
    const second = await startProgram(path, { BOOTSTRAP_KEY: changed });
    expect((await ask(second, { path: '/key' })).status).toBe(401);
    expect((await fetch(`${second.url}/v1/key`, { headers: { 'X-API-Key': changed } })).status).toBe(200);
    second.process.kill('SIGTERM');
    await second.ended;
    // Somebody may have it who should not.
    const third = runProgram(['serve'], { folder: path, env: { PORT: '0', BOOTSTRAP_KEY: KEY } });
    expect(await third.ended).not.toBe(0);
    expect(third.errors()).toContain('BOOTSTRAP_KEY: is a key that was revoked or replaced. Set another.');
  });

  it.runIf(isEmbedded)('reports all problems with its settings together', async () => {
    const program = runProgram(['serve'], {
      folder: await folder(),
      env: { PORT: 'abc', RATE_LIMIT: '-1', LOG_LEVEL: 'loud', BOOTSTRAP_KEY: 'short' },
    });
    expect(await program.ended).toBe(2);
    for (const name of ['PORT', 'RATE_LIMIT', 'LOG_LEVEL', 'BOOTSTRAP_KEY']) expect(program.errors()).toContain(name);
    expect(program.errors()).not.toMatch(/\n\s+at /);
  });
});

describe('a schema that is newer than the program', () => {
  it('is refused', async () => {
    const path = await folder();
    const first = await startProgram(path);
    first.process.kill('SIGTERM');
    await first.ended;
    await runStatement(path, `insert into schema_version (version, name) values (9999, 'from the future')`);
    const refused = runProgram(['serve'], { folder: path, env: { PORT: '0' } });
    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toContain('schema version 9999');
  });
});

describe.runIf(!isEmbedded)('a database server', () => {
  it('that does not have the database is said in one sentence', async () => {
    const refused = runProgram(['serve'], {
      folder: await folder(),
      env: { PORT: '0', DATABASE_URL: inject('postgres').replace(/[^/]+$/, 'nowhere') },
    });
    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toBe('The database cannot be opened: database "nowhere" does not exist\n');
  });

  it.each(['serve', 'worker'])('that fails while "%s" starts ends the process with the reason', async (command) => {
    const path = await folder();
    const first = await startProgram(path, { WORKER: 'off' });
    first.process.kill('SIGTERM');
    await first.ended;
    await runStatement(
      path,
      `create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'too slow' using errcode = '57014'; end $$`,
    );
    for (const table of ['api_keys', 'work']) {
      await runStatement(path, `create trigger refuse before insert on ${table} execute function refuse()`);
    }
    const refused = runProgram([command], { folder: path, env: { PORT: '0', BOOTSTRAP_KEY: `${KEY}-changed` } });
    expect(await refused.ended).toBe(6);
    expect(refused.errors()).toContain('The database took too long');
  });
});

// Only an embedded store has a file; a database server may be shared.
describe.runIf(isEmbedded)('the data file', () => {
  it('belongs to one process: a second one gets one clear sentence', async () => {
    const path = await folder();
    const first = await startProgram(path);
    const second = runProgram(['serve'], { folder: path, env: { PORT: '0', BOOTSTRAP_KEY: KEY } });
    expect(await second.ended).toBe(1);
    expect(second.errors().trim().split('\n')).toHaveLength(1);
    expect(second.errors()).toMatch(/is in use by another process \(PID \d+\)\. Stop that process first/);
    const keys = runProgram(['keys', 'list'], { folder: path });
    expect(await keys.ended).toBe(1);
    expect((await ask(first, { path: '/key' })).status).toBe(200);
    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
  });

  it('that is none is refused in one sentence', async () => {
    const path = await folder();
    mkdirSync(join(path, 'data'));
    mkdirSync(join(path, 'data/overheard.duckdb'));
    const refused = runProgram(['serve'], { folder: path, env: { PORT: '0' } });
    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toContain('cannot be opened');
  });
});

describe.runIf(isEmbedded)('the commands', () => {
  it('make, list and revoke keys while the service is stopped', async () => {
    const path = await folder();
    const created = runProgram(['keys', 'create', '--company', 'Acme', '--name', 'ci', '--rights', 'read'], {
      folder: path,
    });
    expect(await created.ended).toBe(0);
    const [id, secret] = created.output().trim().split('\n');
    const program = await startProgram(path);
    const who = await fetch(`${program.url}/v1/key`, { headers: { 'X-API-Key': secret! } });
    expect(await who.json()).toMatchObject({ id, name: 'ci', kind: 'company', rights: 'read', project: null });
    program.process.kill('SIGTERM');
    await program.ended;
    const revoked = runProgram(['keys', 'revoke', id!, '--company', 'Acme'], { folder: path });
    expect(await revoked.ended).toBe(0);
    const listed = runProgram(['keys', 'list', '--company', 'Acme'], { folder: path });
    expect(await listed.ended).toBe(0);
    expect(listed.output()).toContain('revoked');
    expect(listed.output()).not.toContain(secret);
  });

  it('revoke the last company key, unlike the API, and say what to do then', async () => {
    const path = await folder();
    const created = runProgram(['keys', 'create', '--company', 'Acme'], { folder: path });
    expect(await created.ended).toBe(0);
    const [id] = created.output().split('\n');
    const revoked = runProgram(['keys', 'revoke', id!, '--company', 'Acme'], { folder: path });
    expect(await revoked.ended).toBe(0);
    expect(revoked.output()).toBe(
      `${id} is revoked. It was the last company key with write access. Create another one: overheard keys create --company "Acme"\n`,
    );
  });

  it('say what is wrong in one line', async () => {
    const unknown = runProgram(['frobnicate'], { folder: await folder() });
    expect(await unknown.ended).toBe(2);
    expect(unknown.errors()).toBe('Unknown command "frobnicate". "overheard help" lists the commands.\n');
    const help = runProgram(['--help'], { folder: await folder() });
    expect(await help.ended).toBe(0);
    expect(help.output()).toContain('overheard serve');
  });
});

/** When the process leaves at the latest. */
const LAST_MOMENT_MS = 9700;
/** A process that stalls is late by as long. One that waits for too long is late each time. */
const ATTEMPTS = 3;

describe.runIf(isEmbedded)('a stop', () => {
  /** Sends the head of a request and the first line of its body; resolves once the service has begun to read it. */
  async function beginChats(program: Program, line: string) {
    const { id } = (await ask(program, { method: 'POST', path: '/projects', body: { name: 'Stop' } })).body;
    const { port } = new URL(program.url);
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/v1/chats?project_id=${id}`,
      // The service says that it goes on reading: from then on the request is in flight.
      headers: { 'X-API-Key': KEY, 'Content-Type': 'application/x-ndjson', Expect: '100-continue' },
    });
    const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
      sent.on('error', reject);
      sent.on('response', (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode!, body }));
        response.on('error', reject);
      });
    });
    // Whoever waits for the answer sees the failure; until then it is nobody's.
    answer.catch(() => {});
    sent.flushHeaders();
    await new Promise((resolve) => sent.once('continue', resolve));
    sent.write(line);
    return { answer, sent };
  }

  /** When the service logged this message, by its own clock: the test may be late on a busy machine. */
  function timeOf(program: Program, message: string): number | undefined {
    const lines = program.errors().trim().split('\n');
    const logged = lines.map((line) => JSON.parse(line) as { msg: string; time: number });
    return logged.find(({ msg }) => msg === message)?.time;
  }

  it('finishes what is in flight, refuses what is new, and exits 0', async () => {
    const program = await startProgram(await folder());
    const line = (index: number) =>
      `${JSON.stringify({ prompt_text: 'p', country_code: 'US', model_id: 'famA-scraper', date: '2026-01-01', external_id: String(index), mentions: [] })}\n`;
    const { answer, sent } = await beginChats(program, line(0));
    program.process.kill('SIGTERM');
    await waitUntil('new requests are refused', async () => {
      const status = await fetch(`${program.url}/v1/key`, { headers: { 'X-API-Key': KEY } }).then(
        (response) => response.status,
        () => 'refused' as const,
      );
      expect([200, 503, 'refused']).toContain(status);
      return status !== 200;
    });
    sent.end(line(1));
    expect(await answer).toEqual({
      status: 200,
      body: JSON.stringify({ accepted: 2, duplicates: 0, rejected_count: 0, rejected: [] }),
    });
    expect(await program.ended).toBe(0);
  });

  /** Stops the program while a request goes on, and returns what became of the request and how long the program took. */
  async function stopWhileBusy(): Promise<{ status: number; tookMs: number }> {
    const program = await startProgram(await folder());
    const { answer } = await beginChats(program, '\n');
    program.process.kill('SIGTERM');
    // Where the process has no time left to answer, the connection breaks.
    const { status } = await answer.catch(() => ({ status: 0 }));
    expect(await program.ended).toBe(0);
    const signaledAt = timeOf(program, 'stopping')!;
    // Where closing takes too long the process leaves without a word, before ten seconds are over.
    const stoppedAt = timeOf(program, 'stopped') ?? signaledAt + LAST_MOMENT_MS;
    return { status, tookMs: stoppedAt - signaledAt };
  }

  it('ends what takes longer than 8 seconds with 503, within 10', async () => {
    const isInTime = ({ status, tookMs }: { status: number; tookMs: number }) => status === 503 && tookMs < 10_000;
    let stop = await stopWhileBusy();
    for (let attempt = 1; attempt < ATTEMPTS && !isInTime(stop); attempt += 1) stop = await stopWhileBusy();
    expect(stop.status).toBe(503);
    expect(stop.tookMs).toBeGreaterThan(7500);
    expect(stop.tookMs).toBeLessThan(10_000);
  });
});
