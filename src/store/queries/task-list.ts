import { sql } from 'kysely';
import type { Page } from '../../domain/paging.ts';
import { toId } from '../../ids.ts';
import type { Db, TaskTable } from '../schema.ts';

export interface TaskFilter {
  run: number;
  state?: string;
  reason?: string;
  channel?: number;
}

export type ListedTask = Pick<
  TaskTable,
  'channel' | 'country' | 'replicate' | 'state' | 'attempts' | 'reason' | 'message' | 'cost'
> & {
  id: string;
  prompt_id: string;
  next_attempt_at: string | null;
  /** Null if there is none, or it was deleted. */
  chat_id: string | null;
};

/** Tasks of a run, oldest first. */
export async function listTasks(
  db: Db,
  project: number,
  { filter: { run, state, reason, channel }, page: { limit, offset } }: { filter: TaskFilter; page: Page },
): Promise<{ data: ListedTask[]; total: number }> {
  const conditions = [
    sql`t.project = ${project} and t.run = ${run}`,
    ...(state === undefined ? [] : [sql`t.state = ${state}`]),
    ...(reason === undefined ? [] : [sql`t.reason = ${reason}`]),
    ...(channel === undefined ? [] : [sql`t.channel = ${channel}`]),
  ];
  const where = sql.join(conditions, sql` and `);
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from tasks t where ${where}`.execute(
    db,
  );
  const { rows } = await sql<ListedTask>`
    select t.id, t.prompt_id, t.channel, t.country, t.replicate, t.state, t.attempts, t.reason, t.message, t.cost,
      case when t.state = 'queued' then t.due_at else null end as next_attempt_at, c.id as chat_id
    from (select * from tasks t where ${where} order by t.task limit ${limit} offset ${offset}) t
      left join chats c on c.project = ${project} and c.chat = t.chat and t.chat > 0
    order by t.task`.execute(db);
  const data = rows.map((row) => ({
    ...row,
    id: toId('task', row.id),
    prompt_id: toId('prompt', row.prompt_id),
    chat_id: row.chat_id === null ? null : toId('chat', row.chat_id),
  }));
  return { data, total: counted[0]!.total };
}
