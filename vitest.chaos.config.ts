import { defineConfig } from 'vitest/config';

const BUILD = 'test/set-up/build.ts';

/** Processes that are killed again and again while they work. They take minutes, so `npm test` leaves them out. */
export default defineConfig({
  test: {
    include: ['test/chaos/**/*.test.ts'],
    provide: {
      chaosSeconds: Number(process.env.CHAOS_SECONDS ?? 60),
      collectionTasks: Number(process.env.COLLECTION_TASKS ?? 5000),
    },
    // One after the other, because each starts several processes.
    fileParallelism: false,
    expect: { requireAssertions: true },
    projects: [
      { extends: true, test: { name: 'duckdb', provide: { engine: 'duckdb' }, globalSetup: [BUILD] } },
      {
        extends: true,
        test: { name: 'postgres', provide: { engine: 'postgres' }, globalSetup: [BUILD, 'test/set-up/postgres.ts'] },
      },
    ],
  },
});
