import type { Ask } from '../domain/ask.ts';
import type { Channel } from '../store/queries/channels.ts';
import { listChannels } from '../store/queries/channels.ts';
import type { Db } from '../store/schema.ts';

/** A channel that can be asked. */
export type AskableChannel = Channel & { ask: Ask };

export function isAskable(channel: Channel): channel is AskableChannel {
  return channel.ask !== null;
}

export async function findChannel(db: Db, project: number, key: number): Promise<Channel | undefined> {
  return (await listChannels(db, project)).find((channel) => channel.key === key);
}
