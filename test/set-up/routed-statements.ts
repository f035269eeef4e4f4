import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { findUnrouted } from '../harness/routed-statements.ts';

/** Every different statement that the service sends in these tests. */
const seen = new Set<string>();
const unrouted: string[] = [];

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function recordedQuery(this: pg.Client, ...args: unknown[]) {
  const [first] = args as [string | { text?: string }];
  const text = typeof first === 'string' ? first : (first.text ?? '');
  if (!seen.has(text)) {
    seen.add(text);
    const problem = findUnrouted(text);
    if (problem) unrouted.push(problem);
  }
  return (query as (...all: unknown[]) => unknown).apply(this, args);
} as typeof query;

// On a cluster, a single node can answer a statement that names one project.
afterAll(() => {
  expect(unrouted).toEqual([]);
});
