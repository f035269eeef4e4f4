import type { Reading, UnreadAnswer } from '../analysis/analyzed-chat.ts';
import type { Readers } from '../analysis/readers.ts';
import type { CatalogEntry } from '../domain/catalog.ts';
import type { NewChat } from '../domain/chat.ts';
import { findFingerprints } from '../store/queries/chats.ts';
import { findLiveSettings, type LiveSettings } from '../store/queries/extractions.ts';
import { findCatalog } from '../store/queries/models.ts';
import { findChannel, listOwnFingerprints } from './candidates.ts';
import type { Entry, Intake } from './intake.ts';

/** A chat, and the channel that it came through. */
interface Located {
  chat: NewChat;
  channel: CatalogEntry;
}

/** What was read in chats, by the settings that they were read with. */
export type Readings = Map<NewChat, Map<string, Reading>>;

/** Reads what was not read yet, with all settings that facts are wanted of, and adds it to the readings. */
export async function readChats(
  readers: Readers,
  {
    live,
    chats,
    readings,
    signal,
  }: { live: readonly LiveSettings[]; chats: readonly Located[]; readings: Readings; signal?: AbortSignal },
): Promise<void> {
  for (const [index, { settings }] of live.entries()) {
    // Of a chat that brings its mentions only the pages are wanted.
    const unread = chats.filter(({ chat }) => !readings.get(chat)?.has(settings) && (index === 0 || !chat.mentions));
    // With each of them: the second may be the one that is shown by the time the chats are stored.
    const read = await readers.read(settings, unread.map(toUnread), { hasNames: true, ...(signal ? { signal } : {}) });
    unread.forEach(({ chat }, at) => {
      readings.set(chat, (readings.get(chat) ?? new Map()).set(settings, read[at]!));
    });
  }
}

function toUnread({ chat: { answer = '', sources = [] }, channel: { channel_id } }: Located): UnreadAnswer {
  return { answer, channel: channel_id, sources };
}

/**
 * Reads answers before their transaction begins, so that other writers need not wait for that, and the next batch can be
 * read while one is stored. What is known by its own id already is not read.
 */
export async function readAhead(
  {
    services: { store, readers },
    project,
    on_duplicate,
    signal,
  }: Pick<Intake, 'services' | 'project' | 'on_duplicate'> & { signal?: AbortSignal },
  entries: readonly Entry[],
): Promise<Readings> {
  const own = on_duplicate === 'skip' ? listOwnFingerprints(entries) : [];
  // From one state: settings are forgotten as soon as others have taken their place.
  const [catalog, live, known] = await store.read(project, (reader) =>
    Promise.all([
      findCatalog(reader, project),
      findLiveSettings(reader, project),
      findFingerprints(reader.db, project, own),
    ]),
  );
  const chats = entries.flatMap((entry) => {
    const isSkipped = entry.own_fingerprint !== null && known.has(entry.own_fingerprint);
    const channel = findChannel(entry.chat, catalog);
    return isSkipped || channel === undefined ? [] : [{ chat: entry.chat, channel }];
  });
  const readings: Readings = new Map();
  await readChats(readers, { live, chats, readings, ...(signal ? { signal } : {}) });
  return readings;
}
