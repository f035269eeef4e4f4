import { expect, it } from 'vitest';
import { findUnrouted } from './routed-statements.ts';

it.each([
  'select * from chats where project = $1',
  'select "name" from "brands" where "project" = $1 and "brand" in (select brand from mentions where project = $2)',
  'with a as (select c.chat from chats c join prompts p on p.project = c.project where c.project = $1) select * from a',
  'select p.generation from projects p join extractions e on e.project = p.project where p.project = $1',
  'insert into topics (project, topic) values ($1, $2)',
  'insert into daily_chats (project, chats) select project, -count(*) from chats where project = $1 group by project',
  'update chats set status = s.status from status_changes s where chats.project = $1 and s.project = $2',
  'copy chats (project, chat) from stdin',
  'select * from projects',
])('accepts a statement that names its project: %s', (text) => {
  expect(findUnrouted(text)).toBeUndefined();
});

it.each([
  'select * from chats',
  "select * from chats where name = 'project = $1'",
  'select * from chats c join prompts p on p.prompt = c.prompt where c.project = $1',
  'select * from chats where project = $1 and prompt in (select prompt from prompts where topic = $2)',
  'with a as (select * from mentions) select * from a join chats on chats.project = $1',
  'select 1 from chats where project = $1 union all select 1 from brands',
  'delete from idempotency where created_at < $1',
  'insert into topics (topic) values ($2)',
  'insert into daily_chats (project, chats) select project, -count(*) from chats group by project',
  'update runs set state = $1 where run = $2',
  'copy chats (chat) from stdin',
])('rejects a statement that does not: %s', (text) => {
  expect(findUnrouted(text)).toBeDefined();
});
