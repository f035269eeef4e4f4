import { defineConfig } from 'vitest/config';

/** What touches the store: run once on each engine. */
const ON_EVERY_ENGINE = [
  'test/store/**/*.test.ts',
  'test/api/**/*.test.ts',
  'test/reports/**/*.test.ts',
  'test/process/**/*.test.ts',
];

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
        test: { name: 'units', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: ON_EVERY_ENGINE },
      },
      { extends: true, test: { name: 'duckdb', include: ON_EVERY_ENGINE, provide: { engine: 'duckdb' } } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ON_EVERY_ENGINE,
          provide: { engine: 'postgres' },
          globalSetup: ['test/set-up/postgres.ts'],
          setupFiles: ['test/set-up/routed-statements.ts'],
        },
      },
    ],
  },
});
