import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.ts';
import { createOpenapi } from '../../src/surfaces/openapi.ts';
import { findBreakingChanges, findUnannounced, type Openapi } from './breaking-changes.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const current = JSON.parse(JSON.stringify(createOpenapi(OPERATIONS, { basePath: '/v1' }))) as Openapi;

it('is committed as it is served', () => {
  const committed = JSON.parse(read('docs/openapi.json'));
  expect(committed, 'docs/openapi.json is out of date. Run "npm run docs" and commit it.').toEqual(current);
});

it('breaks no client of the last release unless the changelog says so', () => {
  const released = JSON.parse(read('docs/openapi-released.json')) as Openapi;
  const unannounced = findUnannounced(findBreakingChanges(released, current), read('CHANGELOG.md'));
  const list = unannounced.map(({ route, sentence }) => `  \`${route}\`: ${sentence}`).join('\n');
  expect(
    unannounced,
    `These changes break clients of docs/openapi-released.json:\n${list}\nTake them back, or name each route, as written here, ` +
      'under "### Breaking" in the section "## Unreleased" of CHANGELOG.md.',
  ).toEqual([]);
});

it('passes the strict rules of a public linter without a warning', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const source = JSON.stringify(current);
  const problems = await lintFromString({ source, absoluteRef: join(ROOT, 'docs/openapi.json'), config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});
