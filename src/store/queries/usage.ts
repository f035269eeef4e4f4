import { sql } from 'kysely';
import { type ChatUsage, NO_USAGE } from '../../domain/chat.ts';
import { toDollars } from '../../domain/money.ts';
import { isInList } from '../lists.ts';
import type { Db, UsageTable } from '../schema.ts';

/** How chats were made, of those that anything is known of. */
export async function findUsage(db: Db, project: number, chats: readonly number[]): Promise<Map<number, ChatUsage>> {
  if (chats.length === 0) return new Map();
  const { rows } = await sql<UsageTable>`
    select chat, cost, input_tokens, output_tokens, duration_ms, asked_at, provider_model, finish from usage
    where project = ${project} and ${isInList(sql`chat`, chats, 'int')}`.execute(db);
  return new Map(
    rows.map(({ chat, cost, ...rest }) => [
      chat,
      { ...NO_USAGE, ...toShown(rest), cost: cost === null ? null : toDollars(cost) },
    ]),
  );
}

function toShown({
  input_tokens,
  output_tokens,
  duration_ms,
  asked_at,
  provider_model,
  finish,
}: Omit<UsageTable, 'project' | 'chat' | 'cost'>) {
  return { input_tokens, output_tokens, duration_ms, asked_at, provider_model, finish: finish as ChatUsage['finish'] };
}
