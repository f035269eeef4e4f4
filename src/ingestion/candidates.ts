import { createBreath } from '../breath.ts';
import type { Catalog, CatalogEntry } from '../domain/catalog.ts';
import type { NewChat } from '../domain/chat.ts';
import { toCountryKey } from '../domain/countries.ts';
import { toFingerprint } from '../domain/fingerprint.ts';
import { AppError, invalid } from '../errors.ts';
import { findKeys } from '../store/queries/lookups.ts';
import { findCatalog } from '../store/queries/models.ts';
import { openPromptBook } from '../store/queries/prompt-book.ts';
import { findPrompts, type PromptSummary } from '../store/queries/prompt-lookups.ts';
import type { Transaction } from '../store/store.ts';
import type { Entry, IntakeServices, OnDuplicate } from './intake.ts';

/** What becomes of an entry; a message says why it is rejected. */
export type Outcome = 'accepted' | 'duplicate' | { message: string };

/** A chat whose references are resolved, before it is known whether it is new. */
export interface Candidate {
  entry: Entry;
  fingerprint: string;
  prompt: number;
  channel: CatalogEntry;
  country: number;
  /** Keys of the mentioned brands, in the order of `chat.mentions`. */
  brands: number[];
}

interface Resolution {
  services: IntakeServices;
  entries: readonly Entry[];
  on_duplicate: OnDuplicate;
  /** Fingerprints of the own ids that stored chats have. */
  taken: ReadonlySet<string>;
  /** What became of entries that are no candidates is added here. */
  outcomes: Map<Entry, Outcome>;
}

/** Finds what entries refer to, creates prompts that are new, and rejects entries that refer to nothing. */
export async function resolveEntries(
  transaction: Transaction,
  project: number,
  { services: { config, now }, entries, on_duplicate, taken, outcomes }: Resolution,
): Promise<Candidate[]> {
  const { db } = transaction;
  const catalog = await findCatalog(transaction, project);
  const promptIds = entries.flatMap(({ chat }) => chat.prompt_id ?? []);
  const prompts = await findPrompts(db, project, promptIds);
  const book = await openPromptBook(transaction, project, {
    texts: entries.flatMap(({ chat }) => chat.prompt_text ?? []),
    maximum: config.MAX_PROMPTS,
    now: now(),
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

  async function resolve(entry: Entry): Promise<Candidate> {
    const { chat } = entry;
    if (chat.answer === undefined && chat.mentions === undefined)
      throw invalid('answer', 'is required unless mentions is given.');
    if (chat.asked_at != null && Number.isNaN(Date.parse(chat.asked_at))) {
      throw invalid('asked_at', `"${chat.asked_at}" is not a time.`);
    }
    const channel = resolveChannel(chat, catalog);
    const brandKeys = resolveBrands(chat, brands);
    const { prompt, country: promptCountry } = await resolvePrompt(chat);
    const country = chat.country_code === undefined ? promptCountry : toCountryKey(chat.country_code);
    const { answer = null, date } = chat;
    const fingerprint =
      entry.own_fingerprint ??
      toFingerprint({ external_id: null, prompt, channel: channel.key, country, date, answer });
    return { entry, fingerprint, prompt, channel, country, brands: brandKeys };
  }

  const candidates: Candidate[] = [];
  const seen = new Set(taken);
  const breathe = createBreath();
  for (const entry of entries) {
    await breathe();
    const { own_fingerprint: own } = entry;
    // An entry that is skipped because of its own id must not leave a prompt behind.
    if (on_duplicate === 'skip' && own !== null && seen.has(own)) {
      outcomes.set(entry, 'duplicate');
      continue;
    }
    try {
      candidates.push(await resolve(entry));
      if (own !== null) seen.add(own);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcomes.set(entry, { message: error.message });
    }
  }
  await book.flush();
  return candidates;
}

/** The fingerprints of those that have an id of their own. */
export function listOwnFingerprints(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ own_fingerprint }) => own_fingerprint ?? []);
}

/** A chat names its channel, or a model that stands for it. */
export function findChannel({ model_id, model_channel_id }: NewChat, catalog: Catalog): CatalogEntry | undefined {
  return model_channel_id === undefined ? catalog.findModel(model_id ?? '') : catalog.findChannel(model_channel_id);
}

export function unknownModel(model_id: string): AppError {
  return invalid('model_id', `there is no model ${model_id.slice(0, 100)}.`);
}

function resolveChannel(chat: NewChat, catalog: Catalog): CatalogEntry {
  const { model_id, model_channel_id } = chat;
  const model = model_id === undefined ? undefined : catalog.findModel(model_id);
  if (model_id !== undefined && !model) throw unknownModel(model_id);
  const channel = findChannel(chat, catalog);
  if (channel === undefined) {
    if (model_channel_id === undefined) throw invalid('model_channel_id', 'is required, or model_id.');
    throw invalid('model_channel_id', `there is no channel ${model_channel_id.slice(0, 100)}.`);
  }
  if (model && model !== channel) {
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
  if (new Set(keys).size < keys.length) throw invalid('mentions', 'has a brand twice. Send each brand once.');
  return keys;
}
