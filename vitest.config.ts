import { defineConfig } from 'vitest/config';
import { findObstacle } from './test/browser/browser.ts';

/** How long the processes of a cluster are killed one after the other; `npm run chaos` takes longer. */
const CHAOS_SECONDS = Number(process.env.CHAOS_SECONDS ?? 20);

/** What touches the store: run once on each engine. */
const ON_EVERY_ENGINE = [
  'test/store/**/*.test.ts',
  'test/api/**/*.test.ts',
  'test/reports/**/*.test.ts',
  'test/process/**/*.test.ts',
];

const IN_A_BROWSER = 'test/browser/**/*.test.ts';

const obstacle = findObstacle();
if (obstacle !== null) console.warn(`\nSKIPPED, all of test/browser: ${obstacle}.\n`);

export default defineConfig({
  test: {
    globalSetup: ['test/set-up/build.ts'],
    expect: { requireAssertions: true },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['src/**/*.test.ts', 'dashboard/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...ON_EVERY_ENGINE, IN_A_BROWSER],
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
              },
            },
          ]
        : []),
      {
        extends: true,
        test: { name: 'duckdb', include: ON_EVERY_ENGINE, provide: { engine: 'duckdb', chaosSeconds: CHAOS_SECONDS } },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ON_EVERY_ENGINE,
          provide: { engine: 'postgres', chaosSeconds: CHAOS_SECONDS },
          globalSetup: ['test/set-up/postgres.ts'],
          setupFiles: ['test/set-up/routed-statements.ts'],
        },
      },
    ],
  },
});
