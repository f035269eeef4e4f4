import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { findObstacle } from './test/browser/browser.ts';

/** How many times the random reports are asked; `npm run random-reports` asks them more often. */
const REPORT_ROUNDS = Number(process.env.REPORT_ROUNDS ?? 1);

/** Only what never ends takes this long, also on a machine with other work. */
const LONGEST_TEST_MS = 600_000;

/** The API, without a port and without a build, on the embedded store. */
const API = ['test/api/**/*.test.ts', 'test/collection/**/*.test.ts'];

/** Everything else that touches the store: run once on each engine. */
const STORE = ['test/store/**/*.test.ts', 'test/reports/**/*.test.ts', 'test/process/**/*.test.ts'];

/**
 * Tests of the API whose outcome may depend on the engine: each operation once, lists and searches whose SQL differs, transactions
 * that clients see, work and leases, and queries that are ended.
 */
const API_ON_POSTGRES = [
  'test/api/chat-search.test.ts',
  'test/api/chats.test.ts',
  'test/api/client-left.test.ts',
  'test/api/corrections.test.ts',
  'test/api/extraction.test.ts',
  'test/api/facts.test.ts',
  'test/api/hostile-input.test.ts',
  'test/api/idempotency.test.ts',
  'test/api/isolation.test.ts',
  'test/api/prompts.test.ts',
  'test/api/reads-beside-writers.test.ts',
  'test/api/remembered.test.ts',
  'test/api/upkeep.test.ts',
  'test/collection/odd-numbers.test.ts',
  'test/collection/runs.test.ts',
];

/** The same whatever the store is: once is enough. */
const ON_ONE_ENGINE = [
  'test/process/docs.test.ts',
  'test/process/import.test.ts',
  'test/process/mcp.test.ts',
  'test/process/published-client.test.ts',
  'test/process/quick-help.test.ts',
  'test/process/reading-threads.test.ts',
  'test/process/slow-parsing.test.ts',
  'test/process/stress.test.ts',
  'test/process/traces.test.ts',
  'test/process/unhandled-errors.test.ts',
];

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
    // What was compiled for one run, or one project, is read again by the next.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['src/**/*.test.ts', 'dashboard/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...API, ...STORE, IN_A_BROWSER, 'test/chaos/**'],
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
          provide: { engine: 'duckdb', reportRounds: REPORT_ROUNDS },
        },
      },
      {
        extends: true,
        test: {
          name: 'duckdb',
          include: STORE,
          provide: { engine: 'duckdb', reportRounds: REPORT_ROUNDS },
          globalSetup: [BUILD],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...API_ON_POSTGRES, ...STORE],
          exclude: ON_ONE_ENGINE,
          provide: { engine: 'postgres', reportRounds: REPORT_ROUNDS },
          globalSetup: [BUILD, 'test/set-up/postgres.ts'],
          setupFiles: ['test/set-up/routed-statements.ts'],
        },
      },
    ],
  },
});
