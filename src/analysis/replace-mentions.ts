import type { ChatTable, MentionTable } from '../store/fact-schema.ts';
import { addStatusChanges, deleteMentionsOf } from '../store/queries/extractions.ts';
import { addMentions, isCounted } from '../store/queries/facts.ts';
import type { Transaction } from '../store/store.ts';
import { type Reading, toMentions } from './analyzed-chat.ts';

type AnalyzedChat = Pick<ChatTable, 'chat' | 'date' | 'prompt' | 'channel' | 'country' | 'status'>;

/** Replaces what a generation has of these chats by what was read now: mentions, and changes of their statuses. */
export async function replaceMentions(
  transaction: Transaction,
  project: number,
  { generation, chats, readings }: { generation: number; chats: readonly AnalyzedChat[]; readings: readonly Reading[] },
): Promise<void> {
  const mentions: MentionTable[] = [];
  const changes: { chat: number; status: number; sources: string }[] = [];
  chats.forEach(({ chat, date, prompt, channel, country, status }, index) => {
    const reading = readings[index]!;
    const place = { project, date, prompt, channel, country, chat };
    if (isCounted(reading.status)) mentions.push(...toMentions(reading.mentions, { place, generation }));
    if (reading.status !== status) {
      changes.push({ chat, status: reading.status, sources: JSON.stringify(reading.pages) });
    }
  });
  await deleteMentionsOf(transaction, project, { generation, chats: chats.map(({ chat }) => chat) });
  await addMentions(transaction, project, mentions);
  await addStatusChanges(transaction, project, { generation, changes });
}
