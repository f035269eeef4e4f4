import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { FORGET } from '../../src/store/postgres/schema.ts';
import { findUnrouted } from '../harness/routed-statements.ts';
import { createWriteWatcher } from '../harness/writes-of-projects.ts';

/** They bring the data of all projects up to date. */
const MIGRATION_STATEMENTS = new Set([
  FORGET,
  ...MIGRATIONS.flatMap(({ statements }) =>
    statements({ text: 'text', bulk: 'text', factKey: () => '', longKey: () => '', own: () => [] }),
  ),
]);

/** What all tests of this process share: this file runs again for each of theirs. */
const shared = globalThis as { unroutedStatements?: string[] };

shared.unroutedStatements ??= watchStatements();

/** Looks at every statement that any test has the service send, at each once. */
function watchStatements(): string[] {
  const seen = new Set(MIGRATION_STATEMENTS);
  const unrouted: string[] = [];
  const watchWrite = createWriteWatcher();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function watchedQuery(this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string; values?: unknown[] }];
    const { text = '', values } = typeof first === 'string' ? { text: first } : first;
    const misplaced = watchWrite(this, { text, values });
    if (misplaced) unrouted.push(misplaced);
    if (!seen.has(text)) {
      seen.add(text);
      const problem = findUnrouted(text);
      if (problem) unrouted.push(problem);
    }
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  return unrouted;
}

// On a cluster, a single node can answer a statement that names one project. What belongs to a project is written as its own.
afterAll(() => {
  expect(shared.unroutedStatements!.splice(0)).toEqual([]);
});
