import { defineConfig } from 'vitest/config';

/** Measured alone: beside other tests the figures would say nothing. */
export default defineConfig({
  test: {
    include: ['test/browser/speed.test.ts'],
    globalSetup: ['test/set-up/build.ts', 'test/set-up/browser.ts', 'test/set-up/demo.ts'],
    provide: { engine: 'duckdb' },
    expect: { requireAssertions: true },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
