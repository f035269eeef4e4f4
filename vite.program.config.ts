import { defineConfig } from 'vite';

/** Puts the program into a few files: loading the thousand that it is made of takes Node a second. */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  ssr: {
    noExternal: true,
    // Native parts, and what starts threads from a file of its own.
    external: ['@duckdb/node-api', 'satteri', 'pg-native', 'tinypool'],
  },
  build: {
    ssr: true,
    outDir: 'dist/program',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: ['src/main.ts', 'src/analysis/reading-thread.ts'],
      // All in one folder: the program looks for the thread beside itself.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
