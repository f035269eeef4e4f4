import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { findDataFolder } from '../../store/open-store.ts';
import { countWork } from '../../store/queries/work.ts';

/** Shorter than the time after which Prometheus gives up on a process. */
const LONGEST_READ_MS = 2000;

/** What the store and the work in it are like. Gauges that the store cannot answer now have no value. */
export function addStoreMetrics(metrics: Registry, { store, worker, config, now }: Context): void {
  const registers = [metrics];
  new Gauge({
    name: 'store_up',
    help: '1 if the store answers within 2 seconds, otherwise 0.',
    registers,
    async collect() {
      const isUp = await readInTime(store.ping().then(() => true));
      this.set(isUp ? 1 : 0);
    },
  });
  new Gauge({
    name: 'work_items',
    help: 'Background work in all projects, by kind and state: waiting for a worker, held by one, or failing.',
    labelNames: ['kind', 'state'] as const,
    registers,
    async collect() {
      const counts = await readInTime(countWork(store.db, now()));
      this.reset();
      for (const { kind, ...states } of counts ?? []) {
        for (const [state, count] of Object.entries(states)) this.set({ kind, state }, count);
      }
    },
  });
  new Counter({
    name: 'work_failures_total',
    help: 'Steps of background work that failed in this process.',
    labelNames: ['kind'] as const,
    registers,
    collect() {
      this.reset();
      for (const [kind, failures] of worker.failures) this.inc({ kind }, failures);
    },
  });
  addDiskMetrics(metrics, findDataFolder(config.DATABASE_URL));
}

function addDiskMetrics(metrics: Registry, folder: string | null): void {
  const add = (name: string, help: string, toBytes: (disk: StatsFs) => number) =>
    new Gauge({
      name,
      help: `${help} Only on an embedded store.`,
      registers: [metrics],
      async collect() {
        this.remove();
        const disk = folder === null ? undefined : await readInTime(statfs(folder));
        if (disk) this.set(toBytes(disk));
      },
    });
  add('data_disk_free_bytes', 'Free space on the disk with the data.', ({ bavail, bsize }) => bavail * bsize);
  add('data_disk_size_bytes', 'Size of the disk with the data.', ({ blocks, bsize }) => blocks * bsize);
}

/** What was read; undefined if that failed or takes too long: all other metrics are shown then, too. */
export async function readInTime<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, LONGEST_READ_MS, undefined);
  });
  return Promise.race([reading.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}
