import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.mjs';
import { openStore } from '../../src/store/open-store.ts';
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import type { Store } from '../../src/store/store.ts';
import { query } from '../harness/databases.ts';
import { createFolder, removeFolder, runProgram } from '../harness/program.ts';
import { startProxy, type TestProxy } from '../harness/proxy.ts';
import { waitUntil } from '../harness/wait-until.ts';

const OPTIONS = { memory_limit: '1GB', query_timeout_ms: 30_000, pool_size: 6 };

// An embedded store has no server.
describe.runIf(inject('engine') === 'postgres')('a server that crashes in COMMIT', () => {
  let folder: string;
  let server: PostgresServer;
  /** Where the store connects to. */
  let proxy: TestProxy;
  let store: Store;
  beforeAll(async () => {
    // What is not committed is not written down either.
    server = await startPostgres({ settings: { wal_writer_delay: '10s', shared_buffers: '32MB' } });
    folder = await createFolder();
    const env = { DATABASE_URL: server.toUrl('postgres') };
    expect(await runProgram(['migrate'], { folder, env }).ended).toBe(0);
    const url = new URL(server.toUrl('postgres'));
    proxy = await startProxy(Number(url.port));
    url.port = String(proxy.port);
    store = await openStore(url.href, OPTIONS);
    await query(
      server.toUrl('postgres'),
      `create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(3600); return null; end $$;
       create constraint trigger slow after insert on companies deferrable initially deferred
         for each row when (new.company = 1) execute function wait()`,
    );
  });
  afterAll(async () => {
    await store?.close();
    proxy?.close();
    await server?.remove();
    await removeFolder(folder);
  });

  it('is not believed about a transaction whose number it has given to another, so the write is done once', async () => {
    let runs = 0;
    let numberOfFirst = 0n;
    const isCommitting = async () => {
      const sleeping = `select 1 from pg_stat_activity where wait_event = 'PgSleep'`;
      return (await query(server.toUrl('postgres'), sleeping)).length > 0;
    };
    const crash = async () => {
      await waitUntil('the transaction is in COMMIT', isCommitting);
      // The store hears of the crash when the server is back: a machine may take longer to start it than a write is retried.
      proxy.freeze();
      await server.restart('SIGQUIT');
      // Whoever comes first takes the numbers that were lost.
      for (let index = 0; index < 20; index += 1) await readNumber();
      proxy.thaw();
    };
    const readNumber = async () => {
      const [row] = await query(server.toUrl('postgres'), 'select pg_current_xact_id()::text as number');
      return BigInt(row!.number as string);
    };
    const before = await readNumber();
    const crashing = crash();
    await store.write(INSTALLATION, async ({ db }) => {
      runs += 1;
      if (runs === 1) numberOfFirst = before + 1n;
      const company = { company: runs, name: `run ${runs}`, created_at: '2026-01-01T00:00:00.000Z' };
      await db.insertInto('companies').values(company).execute();
    });
    await crashing;
    expect(await readNumber()).toBeGreaterThan(numberOfFirst);
    expect(runs).toBe(2);
    expect(await store.db.selectFrom('companies').select('name').execute()).toEqual([{ name: 'run 2' }]);
  });
});
