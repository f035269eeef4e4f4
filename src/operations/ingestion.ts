import { type Reading, toMentions, type UnreadAnswer } from '../analysis/analyzed-chat.ts';
import type { Context } from '../context.ts';
import { NewChat, toExternalFingerprint, toFingerprint, toStatusKey } from '../domain/chat.ts';
import { toCountryKey } from '../domain/countries.ts';
import { fromChannelKey, toChannelKey, toModelKey } from '../domain/models.ts';
import { AppError, invalid } from '../errors.ts';
import { createUuid } from '../ids.ts';
import { type FactPlace, GIVEN, type MentionTable } from '../store/fact-schema.ts';
import { findByFingerprint, findFingerprints } from '../store/queries/chats.ts';
import { nextKeys } from '../store/queries/counters.ts';
import { type LiveSettings, readLiveSettings } from '../store/queries/extractions.ts';
import { deleteChats, insertChats, type StoredChat } from '../store/queries/facts.ts';
import { findKeys } from '../store/queries/lookups.ts';
import { findPrompts, type PromptSummary } from '../store/queries/prompt-lookups.ts';
import type { Transaction } from '../store/store.ts';
import { type Batch, createBatchResult } from './batch-result.ts';
import { openBook } from './prompts.ts';
import { createValidator } from './validation.ts';

export interface Entry {
  /** The entry's place in what the client sent. */
  index: number;
  chat: NewChat;
}

export const parseChat = createValidator(NewChat, 'The chat');

interface Ingestion {
  context: Context;
  entries: readonly Entry[];
  on_duplicate: 'skip' | 'replace';
}

/** A chat whose references are resolved, before it is known whether it is new. */
interface Candidate {
  index: number;
  fingerprint: string;
  chat: NewChat;
  prompt: number;
  channel: number;
  country: number;
  /** Keys of the mentioned brands, in the order of `chat.mentions`. */
  brands: number[];
}

/** Stores chats, good ones although others are refused, and says what happened to them. */
export async function ingestChats(
  transaction: Transaction,
  project: number,
  { context, entries, on_duplicate }: Ingestion,
): Promise<Batch> {
  const result = createBatchResult();
  const known = await findByFingerprint(transaction.db, project, entries.flatMap(toOwnFingerprint));
  const taken = new Set(known.keys());
  const candidates = await resolveEntries(transaction, project, { context, entries, on_duplicate, taken, result });
  const withoutOwnId = candidates.filter(({ chat }) => chat.external_id === undefined);
  const sameContent = await findByFingerprint(
    transaction.db,
    project,
    withoutOwnId.map(({ fingerprint }) => fingerprint),
  );
  for (const [fingerprint, chat] of sameContent) known.set(fingerprint, chat);
  // The last of several with one fingerprint is the one that is kept on replacement, in the place of the first.
  const kept = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const { fingerprint } = candidate;
    const isDuplicate = known.has(fingerprint) || kept.has(fingerprint);
    if (isDuplicate && on_duplicate === 'skip') {
      result.skip();
    } else {
      kept.set(fingerprint, candidate);
      result.accept();
    }
  }
  const replaced = [...kept.keys()].flatMap((fingerprint) => known.get(fingerprint)?.chat ?? []);
  await deleteChats(transaction.db, project, replaced);
  const isNew = kept.size - replaced.length;
  let nextKey = isNew === 0 ? 0 : await nextKeys(transaction.db, project, 'chat', isNew);
  const live = await readLiveSettings(transaction.db, project);
  await readChats(context, { live, chats: [...kept.values()] });
  const stored = [...kept.values()].map((candidate) => {
    const key = known.get(candidate.fingerprint) ?? { chat: nextKey++, id: createUuid() };
    return toStoredChat(project, { candidate, key, live });
  });
  await insertChats(transaction, project, stored);
  return result.toBatch();
}

/** Of a chat that has an id of its own, what it is known by. */
function toOwnFingerprint({ chat: { external_id } }: Entry): string[] {
  return external_id === undefined ? [] : [toExternalFingerprint(external_id)];
}

interface Resolution extends Ingestion {
  /** Fingerprints of ids that chats have already. */
  taken: Set<string>;
  result: ReturnType<typeof createBatchResult>;
}

async function resolveEntries(
  transaction: Transaction,
  project: number,
  { context, entries, on_duplicate, taken, result }: Resolution,
): Promise<Candidate[]> {
  const { db } = transaction;
  const prompts = await findPrompts(
    db,
    project,
    entries.flatMap(({ chat }) => chat.prompt_id ?? []),
  );
  const book = await openBook(transaction, project, {
    texts: entries.flatMap(({ chat }) => chat.prompt_text ?? []),
    context,
  });
  const brandIds = new Set(entries.flatMap(({ chat }) => (chat.mentions ?? []).map(({ brand_id }) => brand_id)));
  const brands = await findKeys(db, project, { kind: 'brand', ids: [...brandIds] });

  async function resolvePrompt({ prompt_id, prompt_text, country_code }: NewChat): Promise<PromptSummary> {
    if (prompt_id !== undefined) {
      const prompt = prompts.get(prompt_id);
      if (!prompt) throw invalid('prompt_id', `there is no prompt ${prompt_id.slice(0, 100)}.`);
      if (prompt_text !== undefined && prompt_text !== prompt.text) {
        throw invalid('prompt_text', 'is not the text of prompt_id; give one of the two.');
      }
      return prompt;
    }
    if (prompt_text === undefined) throw invalid('prompt_id', 'is required, or prompt_text with country_code.');
    if (country_code === undefined) throw invalid('country_code', 'is required with prompt_text.');
    const draft = { text: prompt_text, country: toCountryKey(country_code), topic: 0, tags: [] };
    const known = book.find(draft) ?? (await book.add(draft));
    return { prompt: known.prompt, text: prompt_text, country: draft.country };
  }

  async function resolve({ index, chat }: Entry): Promise<Candidate> {
    if (chat.answer === undefined && chat.mentions === undefined)
      throw invalid('answer', 'is required unless mentions is given.');
    const channel = resolveChannel(chat);
    const brandKeys = resolveBrands(chat, brands);
    const { prompt, country: promptCountry } = await resolvePrompt(chat);
    const country = chat.country_code === undefined ? promptCountry : toCountryKey(chat.country_code);
    const { external_id = null, answer = null, date } = chat;
    const fingerprint = toFingerprint({ external_id, prompt, channel, country, date, answer });
    return { index, fingerprint, chat, prompt, channel, country, brands: brandKeys };
  }

  const candidates: Candidate[] = [];
  for (const entry of entries) {
    const [own] = toOwnFingerprint(entry);
    // What is skipped by its own id must not leave a prompt behind.
    if (on_duplicate === 'skip' && own !== undefined && taken.has(own)) {
      result.skip();
      continue;
    }
    try {
      candidates.push(await resolve(entry));
      if (own !== undefined) taken.add(own);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      result.reject(entry.index, error.message);
    }
  }
  await book.flush();
  return candidates;
}

/** A model stands for its first channel. */
function findChannel({ model_id, model_channel_id }: NewChat): number | undefined {
  return model_channel_id === undefined ? toModelKey(model_id ?? '') : toChannelKey(model_channel_id);
}

function resolveChannel(chat: NewChat): number {
  const { model_id, model_channel_id } = chat;
  const channel = findChannel(chat);
  if (channel === undefined) {
    if (model_channel_id === undefined) throw invalid('model_channel_id', 'is required, or model_id.');
    throw invalid('model_channel_id', `there is no channel ${model_channel_id.slice(0, 100)}.`);
  }
  if (model_id !== undefined && fromChannelKey(channel).model_id !== model_id) {
    throw invalid('model_id', `is not the model of the channel ${model_channel_id}; give one of the two.`);
  }
  return channel;
}

function resolveBrands({ mentions = [] }: NewChat, known: ReadonlyMap<string, number>): number[] {
  const keys = mentions.map(({ brand_id }) => {
    const key = known.get(brand_id);
    if (key === undefined) throw invalid('mentions', `there is no brand ${brand_id.slice(0, 100)}.`);
    return key;
  });
  if (new Set(keys).size < keys.length) throw invalid('mentions', 'name a brand twice.');
  return keys;
}

/** Readings by the settings that they were made with, for as long as the chat is at hand. */
const readings = new WeakMap<NewChat, Map<string, Reading>>();

/** Reads what was not read yet, with all settings that facts are wanted of. */
async function readChats(
  { readers }: Context,
  { live, chats }: { live: readonly LiveSettings[]; chats: readonly { chat: NewChat; channel: number }[] },
): Promise<void> {
  for (const [index, { settings }] of live.entries()) {
    // Of a chat that brings its mentions only the pages are wanted.
    const unread = chats.filter(({ chat }) => !readings.get(chat)?.has(settings) && (index === 0 || !chat.mentions));
    const read = await readers.read(settings, unread.map(toUnread));
    unread.forEach(({ chat }, at) => {
      readings.set(chat, (readings.get(chat) ?? new Map()).set(settings, read[at]!));
    });
  }
}

function toUnread({ chat: { answer = '', sources = [] }, channel }: { chat: NewChat; channel: number }): UnreadAnswer {
  return { answer, channel, sources };
}

/**
 * Reads answers before their transaction begins, so that others need not wait for it and the next batch can be read while
 * one is stored. What is known by its own id already is not read.
 */
export async function readAhead(
  context: Context,
  project: number,
  { entries, on_duplicate }: Pick<Ingestion, 'entries' | 'on_duplicate'>,
): Promise<void> {
  const { db } = context.store;
  const own = on_duplicate === 'skip' ? entries.flatMap(toOwnFingerprint) : [];
  const [live, known] = await Promise.all([readLiveSettings(db, project), findFingerprints(db, project, own)]);
  const chats = entries.flatMap((entry) => {
    const isSkipped = toOwnFingerprint(entry).some((fingerprint) => known.has(fingerprint));
    const channel = findChannel(entry.chat);
    return isSkipped || channel === undefined ? [] : [{ chat: entry.chat, channel }];
  });
  await readChats(context, { live, chats });
}

function toStoredChat(
  project: number,
  {
    candidate: { chat: input, fingerprint, prompt, channel, country, brands },
    key: { chat, id },
    live,
  }: { candidate: Candidate; key: { chat: number; id: string }; live: readonly LiveSettings[] },
): StoredChat {
  const { date, external_id = null, answer = null, sources = [], queries = [], mentions } = input;
  const place = { project, date, prompt, channel, country, chat };
  const own = readings.get(input)!;
  // The first is the one that reports show, so status and pages are its.
  const shown = own.get(live[0]!.settings)!;
  return {
    chat: {
      ...place,
      id,
      status: mentions ? toStatusKey('answered') : shown.status,
      is_given: mentions !== undefined,
      external_id,
      fingerprint,
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
      : live.flatMap(({ generation, settings }) => toMentions(own.get(settings)!, { place, generation })),
    pages: shown.pages,
  };
}

function toGivenMentions(
  mentions: NonNullable<NewChat['mentions']>,
  { place, brands }: { place: FactPlace; brands: readonly number[] },
): MentionTable[] {
  return mentions.map(({ count, position, sentiment }, index) => ({
    ...place,
    brand: brands[index]!,
    mention_count: count,
    position,
    sentiment: sentiment === undefined ? null : toThousandths(sentiment),
    generation: GIVEN,
  }));
}

function toThousandths(sentiment: number): number {
  return Math.round(sentiment * 1000) + 0;
}
