import { type Batch, createBatchResult } from '../domain/batch.ts';
import { NewBrand } from '../domain/brand.ts';
import { NewChat } from '../domain/chat.ts';
import { createPlainValidator } from '../domain/plain-validation.ts';
import { ImportedPrompt } from '../domain/prompt.ts';
import { toNameKey } from '../domain/text.ts';
import { ANSWERS } from './answer-fields.ts';
import { BRANDS } from './brand-fields.ts';
import type { ImportKind } from './fields.ts';
import { type ImportService, ServiceRefusal } from './import-service.ts';
import { PROMPTS } from './prompt-fields.ts';

/** What is sent: the entries of a file in their order, undefined for one that was refused already. */
export interface Upload {
  entries: AsyncIterable<unknown>;
  replace: boolean;
  dryRun: boolean;
  /** Hears of the result so far whenever the service has answered. */
  onResult?(batch: Batch): void;
}

/** What a file may hold. */
export type ImportedNoun = 'answers' | 'prompts' | 'brands';

/** Something that files have and the service takes. */
export interface Importer {
  kind: ImportKind;
  /** An entry as it would be stored, or an error that says what is wrong with it. */
  validate(entry: unknown): unknown;
  /** Sends the entries. Indexes in the result are those of the upload. */
  send(service: ImportService, upload: Upload): Promise<Batch>;
  /** Whether the service finds duplicates in a dry run. */
  canTry: boolean;
}

/** A request may have 1 MiB, and a prompt MAX_PROMPT_LENGTH characters. */
const PROMPTS_PER_REQUEST = 200;

/** Refusals that are about one entry. Others, such as a revoked key, are about all of them. */
const ENTRY_REFUSALS = ['invalid_request', 'duplicate', 'limit_reached'];

export const IMPORTERS: Record<ImportedNoun, Importer> = {
  answers: { kind: ANSWERS, validate: createPlainValidator(NewChat, 'The chat'), send: sendAnswers, canTry: true },
  prompts: {
    kind: PROMPTS,
    validate: createPlainValidator(ImportedPrompt, 'The prompt'),
    send: sendPrompts,
    canTry: false,
  },
  brands: { kind: BRANDS, validate: createPlainValidator(NewBrand, 'The brand'), send: sendBrands, canTry: false },
};

/** A refused entry becomes a blank line, which the service skips, so that it counts as the file does. */
function sendAnswers(service: ImportService, { entries, replace, dryRun, onResult }: Upload): Promise<Batch> {
  async function* lines() {
    for await (const entry of entries) yield entry === undefined ? '\n' : `${JSON.stringify(entry)}\n`;
  }
  const query = { ...(replace ? { on_duplicate: 'replace' } : {}), ...(dryRun ? { dry_run: 'true' } : {}) };
  return service.sendChats(lines(), { query, ...(onResult ? { onResult } : {}) });
}

async function sendPrompts(service: ImportService, { entries, dryRun, onResult }: Upload): Promise<Batch> {
  const result = createBatchResult();
  const topics = await openNames(service, '/topics');
  const tags = await openNames(service, '/tags');
  let open: { index: number; prompt: object }[] = [];
  const flush = async () => {
    if (open.length === 0) return;
    const body = { ...toProject(service), prompts: open.map(({ prompt }) => prompt) };
    const part = await service.ask<Batch>({ path: '/prompts/bulk', body });
    result.merge({
      ...part,
      rejected: part.rejected.map(({ index, message }) => ({ index: open[index]!.index, message })),
    });
    onResult?.(result.toBatch());
    open = [];
  };
  let index = -1;
  for await (const entry of entries) {
    index += 1;
    if (entry === undefined) continue;
    const { topic, tags: names = [], ...prompt } = entry as ImportedPrompt;
    if (dryRun) {
      result.accept();
      continue;
    }
    const add = async () => {
      const topic_id = topic === undefined ? {} : { topic_id: await topics(topic) };
      const tag_ids: string[] = [];
      for (const name of names) tag_ids.push(await tags(name));
      open.push({ index, prompt: { ...prompt, ...topic_id, tag_ids } });
    };
    await attempt(result, { index, step: add });
    if (open.length === PROMPTS_PER_REQUEST) await flush();
  }
  await flush();
  return result.toBatch();
}

/** The ids of what has a name: topics or tags. One that does not exist yet is created. */
async function openNames(
  service: ImportService,
  path: '/topics' | '/tags',
): Promise<(name: string) => Promise<string>> {
  const { data } = await service.ask<{ data: { id: string; name: string }[] }>({ path, query: { limit: '10000' } });
  const ids = new Map(data.map(({ id, name }) => [toNameKey(name), id]));
  return async (name) => {
    const key = toNameKey(name.trim());
    const known = ids.get(key);
    if (known !== undefined) return known;
    const { id } = await service.ask<{ id: string }>({ path, body: { ...toProject(service), name } });
    ids.set(key, id);
    return id;
  };
}

async function sendBrands(service: ImportService, { entries, dryRun, onResult }: Upload): Promise<Batch> {
  const result = createBatchResult();
  let index = -1;
  for await (const entry of entries) {
    index += 1;
    if (entry === undefined) continue;
    const create = async () => {
      const body = { ...toProject(service), ...(entry as NewBrand) };
      if (!dryRun) await service.ask({ path: '/brands', body });
      result.accept();
    };
    await attempt(result, { index, step: create });
    onResult?.(result.toBatch());
  }
  return result.toBatch();
}

/** Runs a step of one entry, which the service may refuse. */
async function attempt(
  result: ReturnType<typeof createBatchResult>,
  { index, step }: { index: number; step: () => Promise<void> },
): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof ServiceRefusal) || !ENTRY_REFUSALS.includes(error.reason)) throw error;
    if (error.reason === 'duplicate') result.skip();
    else result.reject(index, error.message);
  }
}

function toProject({ project }: ImportService): { project_id?: string } {
  return project === undefined ? {} : { project_id: project };
}
