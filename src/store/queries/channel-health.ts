import type { ChannelHealthTable, Db } from '../schema.ts';

export type ChannelHealth = Omit<ChannelHealthTable, 'project' | 'channel'>;

export const HEALTHY: ChannelHealth = { failures: 0, pauses: 0, paused_until: null, paused_reason: null };

export async function listHealth(db: Db, project: number): Promise<Map<number, ChannelHealth>> {
  const rows = await db.selectFrom('channel_health').selectAll().where('project', '=', project).execute();
  return new Map(rows.map(({ project: _, channel, ...health }) => [channel, health]));
}

export async function readHealth(db: Db, project: number, channel: number): Promise<ChannelHealth> {
  const row = await db
    .selectFrom('channel_health')
    .select(['failures', 'pauses', 'paused_until', 'paused_reason'])
    .where('project', '=', project)
    .where('channel', '=', channel)
    .executeTakeFirst();
  return row ?? HEALTHY;
}

export async function writeHealth(
  db: Db,
  project: number,
  { channel, health }: { channel: number; health: ChannelHealth },
): Promise<void> {
  await db
    .insertInto('channel_health')
    .values({ project, channel, ...health })
    .onConflict((conflict) => conflict.columns(['project', 'channel']).doUpdateSet(health))
    .execute();
}

/** Ends a pause: whatever caused it was changed. */
export async function clearHealth(db: Db, project: number, channel: number): Promise<void> {
  await db.deleteFrom('channel_health').where('project', '=', project).where('channel', '=', channel).execute();
}
