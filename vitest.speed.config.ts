import { defineConfig } from 'vitest/config';

/** Measured alone: beside other tests the figures would say nothing. */
export default defineConfig({
  test: {
    include: ['test/browser/speed.test.ts'],
    globalSetup: ['test/set-up/build.ts'],
    provide: { engine: 'duckdb' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
