import { expect, it } from 'vitest';
import { createWriteWatcher } from './writes-of-projects.ts';

const LOCK =
  'insert into project_locks as l (project, writes, token) values ($1, 1, $2) on conflict (project) do update set writes = 1';

/** What is said of a transaction that locks this project and runs these statements. */
function watch(project: number, statements: readonly string[]): string | undefined {
  const look = createWriteWatcher();
  const client = {};
  for (const text of ['begin; select 1', ...statements]) look(client, { text });
  look(client, { text: LOCK, values: [project, 'a token'] });
  return look(client, { text: 'commit' });
}

it.each([
  'insert into "tags" ("project", "name") values ($1, $2)',
  'update "brands" set "name" = $1 where "project" = $2',
  'delete from prompts where project = $1',
  'copy chats (project, chat) from stdin',
  'with gone as (delete from tags where project = $1 returning tag) select * from gone',
])('finds what the installation writes to a project: %s', (statement) => {
  expect(watch(0, [statement])).toMatch(/written for the installation$/);
  expect(watch(7, [statement])).toBeUndefined();
});

it.each([
  [
    'what belongs to no project',
    ['update "api_keys" set "last_used_at" = $1', 'insert into "work" ("kind") values ($1)'],
  ],
  ['counters of its own', ['update "counters" set "value" = value + 1 where "project" = $1']],
  ['reads', ['select * from "tags" where "project" = $1 for update']],
  ['a project that it creates', ['insert into "projects" ("project") values ($1)', 'insert into "brands" values ($1)']],
])('lets the installation write %s', (_what, statements) => {
  expect(watch(0, statements)).toBeUndefined();
});
