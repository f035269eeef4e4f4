import { defineConfig } from 'vite';

/**
 * What commands need that talk to a running service, and help: loading it from one file takes Node half of the time. What opens
 * a store or reads files stays outside.
 */
const COMMAND_LINE = new RegExp(
  `/src/(errors|config|tracing/sampler|domain/(loopback|route)|importing/import-service|exporting/formats|client/[\\w-]+|surfaces/cli/(${[
    'chart',
    'commands',
    'complete',
    'completion',
    'exit-codes',
    'export',
    'find-objects',
    'help',
    'load-manifest',
    'options',
    'parse-fields',
    'print-answer',
    'profiles',
    'progress-bar',
    'remote',
    'run-command',
    'run-operation',
    'suggest',
    'table',
    'terminal',
    'terminal-text',
    'wait-for-run',
  ].join('|')}))\\.ts$|/fastest-levenshtein/`,
);

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
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        codeSplitting: { groups: [{ name: 'command-line', test: COMMAND_LINE }] },
      },
    },
  },
});
