import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { findObstacle } from './test/browser/browser.ts';

/** How long the processes of a cluster are killed one after the other; `npm run chaos` takes longer. */
const CHAOS_SECONDS = Number(process.env.CHAOS_SECONDS ?? 20);

/** How many tasks are asked while processes are killed; `npm run chaos:collection` asks more. */
const COLLECTION_TASKS = Number(process.env.COLLECTION_TASKS ?? 80);

/** How many times the random reports are asked; `npm run random-reports` asks them more often. */
const REPORT_ROUNDS = Number(process.env.REPORT_ROUNDS ?? 1);

/** Only what never ends takes this long, also on a machine with other work. */
const LONGEST_TEST_MS = 600_000;

/** The API, without a port and without a build: on the embedded store by itself, and on PostgreSQL with all the rest. */
const API = ['test/api/**/*.test.ts', 'test/collection/**/*.test.ts'];

/** Everything else that touches the store: run once on each engine. */
const STORE = ['test/store/**/*.test.ts', 'test/reports/**/*.test.ts', 'test/process/**/*.test.ts'];

/** The same whatever the store is: once is enough. */
const ON_ONE_ENGINE = [
  'test/api/command-line.test.ts',
  'test/process/docs.test.ts',
  'test/process/published-client.test.ts',
  'test/process/quick-help.test.ts',
  'test/process/reading-threads.test.ts',
];

const LENGTHS = { chaosSeconds: CHAOS_SECONDS, collectionTasks: COLLECTION_TASKS, reportRounds: REPORT_ROUNDS };

const IN_A_BROWSER = 'test/browser/**/*.test.ts';

const BUILD = 'test/set-up/build.ts';

const obstacle = findObstacle();
if (obstacle !== null) {
  const warn = () => console.warn(`\nSKIPPED, all of test/browser: ${obstacle}.\n`);
  warn();
  // Once more where it is seen, below the names of all other tests.
  process.once('exit', warn);
}

export default defineConfig({
  test: {
    // Waiting ends with what is waited for; these limits are for what never comes, even on a machine that is busy.
    expect: { requireAssertions: true, poll: { timeout: 60_000 } },
    testTimeout: LONGEST_TEST_MS,
    hookTimeout: LONGEST_TEST_MS,
    // Each may start programs and a browser of its own. With two, two cores are idle a fifth of the time.
    maxWorkers: Math.min(Math.max(3, availableParallelism()), 4),
    // Files of one process share what they import: loading it anew for each takes a third of the time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['src/**/*.test.ts', 'dashboard/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...API, ...STORE, IN_A_BROWSER],
        },
      },
      ...(obstacle === null
        ? [
            {
              extends: true as const,
              test: {
                name: 'browser',
                include: [IN_A_BROWSER],
                exclude: ['test/browser/speed.test.ts'],
                provide: { engine: 'duckdb' as const },
                globalSetup: [BUILD, 'test/set-up/browser.ts', 'test/set-up/demo.ts'],
              },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          name: 'api',
          include: API,
          provide: { engine: 'duckdb', ...LENGTHS },
        },
      },
      {
        extends: true,
        test: {
          name: 'duckdb',
          include: STORE,
          provide: { engine: 'duckdb', ...LENGTHS },
          globalSetup: [BUILD],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...API, ...STORE],
          exclude: ON_ONE_ENGINE,
          provide: { engine: 'postgres', ...LENGTHS },
          globalSetup: [BUILD, 'test/set-up/postgres.ts'],
          setupFiles: ['test/set-up/routed-statements.ts'],
        },
      },
    ],
  },
});
