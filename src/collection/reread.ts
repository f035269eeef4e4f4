import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { NewChat } from '../domain/chat.ts';
import { fromCountryKey } from '../domain/countries.ts';
import { toId } from '../ids.ts';
import { ingestChats } from '../ingestion/ingest-chats.ts';
import { type IntakeServices, toEntry } from '../ingestion/intake.ts';
import { PROVIDERS } from '../providers/index.ts';
import { AskError } from '../providers/provider.ts';
import { replay } from '../providers/recording.ts';
import { createRedactor } from '../providers/redact.ts';
import { redactResponses } from '../providers/redact-responses.ts';
import { type AnswerRow, findAnswers, findChatsByKey, type KeyedChat } from '../store/queries/chats.ts';
import { readCatalog } from '../store/queries/models.ts';
import { listRawResponses, type RawRow } from '../store/queries/raw-responses.ts';
import { findUsage } from '../store/queries/usage.ts';
import { type RawResponse, toNewChat } from './answers.ts';
import { findKnownSecret } from './secrets.ts';
import type { CollectionServices } from './services.ts';

const decompress = promisify(gunzip);
const CHATS_PER_STEP = 100;

type RereadServices = IntakeServices & Pick<CollectionServices, 'vault' | 'environment_secrets'>;

export interface Reread {
  /** Raw responses that were read. */
  read: number;
  /** Chats that say something else now. */
  changed: number;
  /** Raw responses that this version cannot read. */
  failed: number;
}

/** Reads the kept responses of a project with the parsers of this version, and corrects the chats that come out differently. */
export async function rereadProject(
  services: RereadServices,
  project: number,
  onProgress: (reread: Reread) => void = () => {},
): Promise<Reread> {
  const { store } = services;
  const result: Reread = { read: 0, changed: 0, failed: 0 };
  let after = 0;
  while (true) {
    const rows = await listRawResponses(store.db, project, { after, limit: CHATS_PER_STEP });
    if (rows.length === 0) return result;
    after = rows.at(-1)!.chat;
    await rereadRows(services, project, { rows, result });
    onProgress(result);
  }
}

async function rereadRows(
  services: RereadServices,
  project: number,
  { rows, result }: { rows: readonly RawRow[]; result: Reread },
): Promise<void> {
  const { store } = services;
  const keys = rows.map(({ chat }) => chat);
  const [catalog, chats, answers, usage] = await Promise.all([
    readCatalog(store.db, project),
    findChatsByKey(store.db, project, keys),
    findAnswers(store.db, project, keys),
    findUsage(store.db, project, keys),
  ]);
  const changes: { chat: NewChat; row: RawRow }[] = [];
  for (const row of rows) {
    const stored = chats.get(row.chat);
    const before = answers.get(row.chat);
    if (!stored?.external_id || !before) continue;
    result.read += 1;
    const channel_id = catalog.get(stored.channel).channel_id;
    const again = await readAgain(services, project, { row, stored, channel_id });
    if (!again) {
      result.failed += 1;
      continue;
    }
    // What it cost and when it was asked is not in the response.
    const { cost = null, duration_ms = null, asked_at = null } = usage.get(row.chat) ?? {};
    if (isSame(before, again)) continue;
    changes.push({ chat: { ...again, cost, duration_ms, asked_at }, row });
  }
  if (changes.length === 0) return;
  await store.write(project, async (transaction) => {
    const entries = changes.map(({ chat }, index) => toEntry(index, chat));
    await ingestChats(transaction, project, { services, entries, on_duplicate: 'replace' });
    // Replacing a chat removes what was kept of it.
    const kept = changes.map(({ row: { chat, body, received_at } }) => ({ project, chat, body, received_at }));
    await transaction.append('raw_responses', kept);
  });
  result.changed += changes.length;
}

/** What this version reads in a response; null if it cannot read it. */
async function readAgain(
  { store: { db }, now, ...services }: RereadServices,
  project: number,
  { row: { body }, stored, channel_id }: { row: RawRow; stored: KeyedChat; channel_id: string },
): Promise<NewChat | null> {
  const raw = JSON.parse((await decompress(Buffer.from(body, 'base64'))).toString('utf8')) as RawResponse;
  const { ask, prompt, country_code, exchanges, job } = raw;
  // A former version may have kept the secret in a form that it did not recognize.
  const secret = ask.secret && (await findKnownSecret(db, project, { ...services, name: ask.secret }))?.open();
  try {
    const reply = await PROVIDERS.get(ask.kind)!.ask(
      { ask, prompt, country_code, date: stored.date, id: stored.external_id! },
      // Nothing is sent, so any text does for a key.
      {
        secret: 'not needed',
        send: redactResponses(replay(exchanges), createRedactor(secret ?? null)),
        is_replay: true,
        signal: new AbortController().signal,
        now,
        job: job ?? null,
      },
    );
    return toNewChat(
      { reply, cost: null, asked_at: now(), duration_ms: 0, exchanges },
      {
        prompt_id: toId('prompt', stored.prompt_id),
        channel_id,
        country_code: fromCountryKey(stored.country),
        date: stored.date,
        external_id: stored.external_id!,
      },
    );
  } catch (error) {
    if (error instanceof AskError) return null;
    throw error;
  }
}

function isSame({ answer, sources, queries }: AnswerRow, again: NewChat): boolean {
  return (
    answer === again.answer &&
    sources === JSON.stringify(again.sources ?? []) &&
    queries === JSON.stringify(again.queries ?? [])
  );
}
