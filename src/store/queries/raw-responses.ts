import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface RawRow {
  chat: number;
  body: string;
  received_at: string;
}

/** Raw responses of a project, in the order of their chats. */
export async function listRawResponses(
  db: Db,
  project: number,
  { after, limit }: { after: number; limit: number },
): Promise<RawRow[]> {
  const { rows } = await sql<RawRow>`
    select chat, body, received_at from raw_responses
    where project = ${project} and chat > ${after} order by chat limit ${limit}`.execute(db);
  return rows;
}

/** Removes raw responses that came before this time. */
export async function forgetRawResponses(db: Db, project: number, before: Date): Promise<void> {
  await db
    .deleteFrom('raw_responses')
    .where('project', '=', project)
    .where('received_at', '<', before.toISOString())
    .execute();
}
