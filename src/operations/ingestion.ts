import {
  analyze,
  createBreath,
  type FactPlace,
  type Reading,
  toFacts,
  toPages,
  toReading,
} from '../analysis/analyzed-chat.ts';
import type { Context } from '../context.ts';
import { NewChat, toExternalFingerprint, toFingerprint, toStatusKey } from '../domain/chat.ts';
import { toCountryKey } from '../domain/countries.ts';
import { fromChannelKey, toChannelKey, toModelKey } from '../domain/models.ts';
import { AppError, invalid } from '../errors.ts';
import type { Analyzer } from '../extraction/settings.ts';
import { createUuid } from '../ids.ts';
import { findByFingerprint } from '../store/chats.ts';
import { nextKeys } from '../store/counters.ts';
import { readLiveSettings } from '../store/extractions.ts';
import { GIVEN, type MentionTable } from '../store/fact-schema.ts';
import { deleteChats, insertChats, type StoredChat } from '../store/facts.ts';
import { findKeys } from '../store/lookups.ts';
import { findPrompts, type PromptSummary } from '../store/prompt-lookups.ts';
import type { Db } from '../store/schema.ts';
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
  const candidates = await resolveEntries(transaction, project, { context, entries, on_duplicate, result });
  const known = await findByFingerprint(
    transaction.db,
    project,
    candidates.map(({ fingerprint }) => fingerprint),
  );
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
  const readers = await loadReaders(transaction.db, project, context);
  const breathe = createBreath();
  const stored: StoredChat[] = [];
  for (const candidate of kept.values()) {
    const before = known.get(candidate.fingerprint);
    stored.push(toStoredChat(project, { candidate, key: before ?? { chat: nextKey++, id: createUuid() }, readers }));
    await breathe();
  }
  await insertChats(transaction, project, stored);
  return result.toBatch();
}

async function resolveEntries(
  transaction: Transaction,
  project: number,
  { context, entries, on_duplicate, result }: Ingestion & { result: ReturnType<typeof createBatchResult> },
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

  // What is skipped by its own id must not leave a prompt behind.
  const externalOf = ({ chat }: Entry) =>
    chat.external_id === undefined ? [] : [toExternalFingerprint(chat.external_id)];
  const taken = new Set((await findByFingerprint(db, project, entries.flatMap(externalOf))).keys());
  const candidates: Candidate[] = [];
  for (const entry of entries) {
    const [external] = externalOf(entry);
    if (on_duplicate === 'skip' && external !== undefined && taken.has(external)) {
      result.skip();
      continue;
    }
    try {
      candidates.push(await resolve(entry));
      if (external !== undefined) taken.add(external);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      result.reject(entry.index, error.message);
    }
  }
  await book.flush();
  return candidates;
}

function resolveChannel({ model_id, model_channel_id }: NewChat): number {
  if (model_channel_id === undefined) {
    if (model_id === undefined) throw invalid('model_channel_id', 'is required, or model_id.');
    return toModelKey(model_id)!;
  }
  const channel = toChannelKey(model_channel_id);
  if (channel === undefined)
    throw invalid('model_channel_id', `there is no channel ${model_channel_id.slice(0, 100)}.`);
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

interface Reader {
  generation: number;
  analyzer: Analyzer;
}

async function loadReaders(db: Db, project: number, { analyzers }: Context): Promise<Reader[]> {
  const live = await readLiveSettings(db, project);
  return live.map(({ generation, settings }) => ({ generation, analyzer: analyzers.get(settings) }));
}

/** Readings made before the transaction; an analyzer stands for its settings, so they hold as long as it is the same. */
const readings = new WeakMap<NewChat, Map<Analyzer, Reading>>();

function readOnce(analyzer: Analyzer, { chat, channel }: { chat: NewChat; channel: number }): Reading {
  const known = readings.get(chat)?.get(analyzer);
  if (known) return known;
  const { answer = '', sources = [] } = chat;
  const reading = toReading(analyze(analyzer, { answer, channel, sources }));
  const own = readings.get(chat) ?? new Map<Analyzer, Reading>();
  readings.set(chat, own.set(analyzer, reading));
  return reading;
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
  const readers = await loadReaders(db, project, context);
  const externals = entries.flatMap(({ chat }) => chat.external_id ?? []);
  const known = await findByFingerprint(db, project, externals.map(toExternalFingerprint));
  const breathe = createBreath();
  for (const { chat } of entries) {
    const isSkipped =
      on_duplicate === 'skip' && chat.external_id !== undefined && known.has(toExternalFingerprint(chat.external_id));
    const channel = toModelKey(chat.model_id ?? '') ?? toChannelKey(chat.model_channel_id ?? '');
    if (isSkipped || channel === undefined) continue;
    const needed = chat.mentions ? readers.slice(0, 1) : readers;
    for (const { analyzer } of needed) readOnce(analyzer, { chat, channel });
    await breathe();
  }
}

function toStoredChat(
  project: number,
  {
    candidate: { chat: input, fingerprint, prompt, channel, country, brands },
    key: { chat, id },
    readers,
  }: { candidate: Candidate; key: { chat: number; id: string }; readers: readonly Reader[] },
): StoredChat {
  const { date, external_id = null, answer = null, sources = [], queries = [], mentions } = input;
  const place = { project, date, prompt, channel, country, chat };
  const facts = mentions
    ? {
        status: toStatusKey('answered'),
        mentions: toGivenMentions(mentions, { place, brands }),
        pages: toPages(readOnce(readers[0]!.analyzer, { chat: input, channel }).sources),
      }
    : readAnswer(input, { place, readers });
  return {
    chat: { ...place, id, status: facts.status, is_given: mentions !== undefined, external_id, fingerprint },
    answer: {
      project,
      chat,
      answer,
      sources: JSON.stringify(sources),
      queries: JSON.stringify(queries),
      query_count: queries.length,
    },
    mentions: facts.mentions,
    pages: facts.pages,
  };
}

/** The facts of every live generation; the first is the one that reports show, so the status is its. */
function readAnswer(chat: NewChat, { place, readers }: { place: FactPlace; readers: readonly Reader[] }) {
  const read = readers.map(({ analyzer }) => readOnce(analyzer, { chat, channel: place.channel }));
  const facts = read.map((reading, index) => toFacts(reading, { place, generation: readers[index]!.generation }));
  return {
    status: facts[0]!.status,
    pages: toPages(read[0]!.sources),
    mentions: facts.flatMap(({ mentions }) => mentions),
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
