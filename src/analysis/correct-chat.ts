import type { ChatTable } from '../store/fact-schema.ts';
import { findLiveSettings } from '../store/queries/extractions.ts';
import type { Transaction } from '../store/store.ts';
import type { Readers } from './readers.ts';
import { replaceMentions } from './replace-mentions.ts';
import { findUnread } from './stored-answers.ts';

/** Makes the facts of a chat anew, in the generation that reports show and in the next one, after its corrections changed. */
export async function renewChat(
  transaction: Transaction,
  project: number,
  { chat, readers }: { chat: ChatTable; readers: Readers },
): Promise<void> {
  const answers = await findUnread(transaction.db, project, [chat]);
  for (const { generation, settings } of await findLiveSettings(transaction, project)) {
    const readings = await readers.read(settings, answers);
    await replaceMentions(transaction, project, { generation, chats: [chat], readings });
  }
}
