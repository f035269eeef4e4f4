import { toMentions } from '../analysis/analyzed-chat.ts';
import { createBreath } from '../breath.ts';
import { type Batch, createBatchResult } from '../domain/batch.ts';
import { type ChatUsage, type NewChat, NO_USAGE, toStatusKey } from '../domain/chat.ts';
import { toBillionths } from '../domain/money.ts';
import { toThousandths } from '../domain/sentiment.ts';
import { createUuid } from '../ids.ts';
import { type FactPlace, GIVEN, type MentionTable } from '../store/fact-schema.ts';
import { findByFingerprint } from '../store/queries/chats.ts';
import { nextKeys } from '../store/queries/counters.ts';
import { findLiveSettings, type LiveSettings } from '../store/queries/extractions.ts';
import { deleteChats, insertChats, type StoredChat } from '../store/queries/facts.ts';
import type { UsageTable } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';
import { type Candidate, listOwnFingerprints, type Outcome, resolveEntries } from './candidates.ts';
import type { Entry, IntakeServices, OnDuplicate } from './intake.ts';
import { type Readings, readChats } from './readings.ts';

interface Ingestion {
  services: IntakeServices;
  entries: readonly Entry[];
  on_duplicate: OnDuplicate;
  /** What was read ahead; the rest is read here. */
  readings?: Readings;
}

/** What became of each entry. */
export type Outcomes = ReadonlyMap<Entry, Outcome>;

interface Stored {
  outcomes: Outcomes;
  /** Keys of the chats that are stored now, or were before, by fingerprint. */
  keys: Map<string, number>;
}

/** Stores chats, the good ones even where others are rejected, and says what happened to them. */
export async function ingestChats(transaction: Transaction, project: number, ingestion: Ingestion): Promise<Batch> {
  const { outcomes } = await storeChats(transaction, project, ingestion);
  return toBatch(ingestion.entries, outcomes);
}

/** Sums up what became of entries, which may be some of those that were stored together. */
export function toBatch(entries: readonly Entry[], outcomes: Outcomes): Batch {
  const result = createBatchResult();
  for (const entry of entries) {
    const outcome = outcomes.get(entry)!;
    if (outcome === 'accepted') result.accept();
    else if (outcome === 'duplicate') result.skip();
    else result.reject(entry.index, outcome.message);
  }
  return result.toBatch();
}

/** The same, for those who have to know more. */
export async function storeChats(
  transaction: Transaction,
  project: number,
  { services, entries, on_duplicate, readings = new Map() }: Ingestion,
): Promise<Stored> {
  const { db } = transaction;
  const outcomes = new Map<Entry, Outcome>();
  const known = await findByFingerprint(db, project, listOwnFingerprints(entries));
  const taken = new Set(known.keys());
  const candidates = await resolveEntries(transaction, project, { services, entries, on_duplicate, taken, outcomes });
  const withoutOwnId = candidates.filter(({ entry }) => entry.own_fingerprint === null);
  const sameContent = await findByFingerprint(
    db,
    project,
    withoutOwnId.map(({ fingerprint }) => fingerprint),
  );
  for (const [fingerprint, chat] of sameContent) known.set(fingerprint, chat);
  // Of several chats with one fingerprint, replacing keeps the last, in the place of the first.
  const kept = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const { entry, fingerprint } = candidate;
    const isDuplicate = known.has(fingerprint) || kept.has(fingerprint);
    const isSkipped = isDuplicate && on_duplicate === 'skip';
    if (!isSkipped) kept.set(fingerprint, candidate);
    outcomes.set(entry, isSkipped ? 'duplicate' : 'accepted');
  }
  const chats = [...kept.values()];
  const replaced = chats.flatMap(({ fingerprint }) => known.get(fingerprint)?.chat ?? []);
  await deleteChats(transaction, project, replaced);
  const newCount = chats.length - replaced.length;
  let nextKey = newCount === 0 ? 0 : await nextKeys(db, project, 'chat', newCount);
  const live = await findLiveSettings(transaction, project);
  const located = chats.map(({ entry: { chat }, channel }) => ({ chat, channel }));
  await readChats(services.readers, { live, chats: located, readings });
  const stored: StoredChat[] = [];
  const breathe = createBreath();
  for (const candidate of chats) {
    const key = known.get(candidate.fingerprint) ?? { chat: nextKey++, id: createUuid() };
    stored.push(toStoredChat(project, { candidate, key, live, readings }));
    await breathe();
  }
  await insertChats(transaction, project, stored);
  const keys = new Map([...known].map(([fingerprint, { chat }]) => [fingerprint, chat]));
  for (const { chat } of stored) keys.set(chat.fingerprint, chat.chat);
  return { outcomes, keys };
}

function toStoredChat(
  project: number,
  {
    candidate: {
      entry: { chat: input },
      fingerprint,
      prompt,
      channel,
      country,
      brands,
    },
    key: { chat, id },
    live,
    readings,
  }: {
    candidate: Candidate;
    key: { chat: number; id: string };
    live: readonly LiveSettings[];
    readings: Readings;
  },
): StoredChat {
  const { date, external_id = null, answer = null, sources = [], queries = [], mentions } = input;
  const place = { project, date, prompt, channel: channel.key, country, chat };
  const own = readings.get(input)!;
  // Reports show the first, so status and pages come from it.
  const shown = own.get(live[0]!.settings)!;
  const usage = toUsage(input, { project, chat });
  return {
    ...(usage ? { usage } : {}),
    chat: {
      // Written out, because a spread takes several times as long.
      project,
      date,
      prompt,
      channel: channel.key,
      country,
      chat,
      id,
      status: mentions ? toStatusKey('answered') : shown.status,
      is_given: mentions !== undefined,
      external_id,
      fingerprint,
      language: shown.language,
    },
    answer: {
      project,
      chat,
      answer,
      sources: JSON.stringify(sources),
      queries: JSON.stringify(queries),
      query_count: queries.length,
    },
    mentions: mentions
      ? toGivenMentions(mentions, { place, brands })
      : live.flatMap(({ generation, settings }) => toMentions(own.get(settings)!.mentions, { place, generation })),
    names: shown.names,
    pages: mentions
      ? [{ generation: GIVEN, pages: shown.pages }]
      : live.flatMap(({ source_generation: generation, settings }) =>
          generation === 0 ? [] : [{ generation, pages: own.get(settings)!.pages }],
        ),
  };
}

/** What is known of how the answer was made; undefined if nothing is. */
function toUsage(chat: NewChat, key: Pick<UsageTable, 'project' | 'chat'>): UsageTable | undefined {
  const names = Object.keys(NO_USAGE) as (keyof ChatUsage)[];
  if (names.every((name) => chat[name] == null)) return undefined;
  const { cost, asked_at, ...rest } = { ...NO_USAGE, ...chat };
  const { input_tokens, output_tokens, duration_ms, provider_model, finish } = rest;
  return {
    ...key,
    cost: cost === null ? null : toBillionths(cost),
    input_tokens,
    output_tokens,
    duration_ms,
    asked_at: asked_at === null ? null : new Date(asked_at).toISOString(),
    provider_model,
    finish,
  };
}

function toGivenMentions(
  mentions: NonNullable<NewChat['mentions']>,
  { place, brands }: { place: FactPlace; brands: readonly number[] },
): MentionTable[] {
  const read = mentions.map(({ count, position, sentiment }, index) => ({
    brand: brands[index]!,
    mention_count: count,
    position,
    sentiment: sentiment === undefined ? null : toThousandths(sentiment),
  }));
  return toMentions(read, { place, generation: GIVEN });
}
