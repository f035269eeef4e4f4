import type { Selectable } from 'kysely';
import { fromCountryKey } from '../../domain/countries.ts';
import { groupBy } from '../../domain/grouping.ts';
import { toPromptKey } from '../../domain/text.ts';
import { AppError } from '../../errors.ts';
import { createUuid, toId } from '../../ids.ts';
import { findNamed } from '../known-rows.ts';
import type { PromptTable } from '../schema.ts';
import type { Transaction } from '../store.ts';
import { nextKeys } from './counters.ts';
import { countRows, createLimitError } from './named.ts';

export interface PromptDraft {
  text: string;
  country: number;
  topic: number;
  tags: readonly number[];
  volume?: number;
}

type KnownPrompt = Pick<Selectable<PromptTable>, 'prompt' | 'id' | 'text' | 'text_key' | 'country' | 'is_archived'>;

interface BookOptions {
  /** The texts that will be looked up. */
  texts: readonly string[];
  /** How many prompts the project may have. */
  maximum: number;
  now: Date;
}

/** Finds and creates many prompts by their text in one transaction. `flush` writes the new ones. */
export async function openPromptBook(
  { db, append }: Transaction,
  project: number,
  { texts, maximum, now }: BookOptions,
) {
  const textKeys = [...new Set(texts.map(toPromptKey))];
  const known: KnownPrompt[] = await findNamed(db, project, {
    table: 'prompts',
    names: textKeys,
    read: (names) =>
      db
        .selectFrom('prompts')
        .select(['prompt', 'id', 'text', 'text_key', 'country', 'is_archived'])
        .where('project', '=', project)
        .where('text_key', 'in', names)
        .execute(),
  });
  const byKey = groupBy(known, ({ text_key }) => text_key);
  const added: { prompt: number; id: string; draft: PromptDraft }[] = [];
  let before: { count: number; nextKey: number } | undefined;

  function findSimilar(text: string): KnownPrompt[] {
    return byKey.get(toPromptKey(text)) ?? [];
  }

  function find({ text, country }: Pick<PromptDraft, 'text' | 'country'>): KnownPrompt | undefined {
    return findSimilar(text).find((prompt) => prompt.text === text && prompt.country === country);
  }

  /** Creates a prompt, or throws `duplicate` or `limit_reached`. */
  async function add(draft: PromptDraft): Promise<{ prompt: number; id: string }> {
    const same = find(draft);
    if (same) {
      const where = `for ${fromCountryKey(draft.country)}${same.is_archived ? ', in the archive' : ''}`;
      throw new AppError('duplicate', `This prompt already exists ${where}: ${toId('prompt', same.id)}.`);
    }
    before ??= { count: await countRows(db, project, 'prompts'), nextKey: await nextKeys(db, project, 'prompt', 0) };
    if (before.count + added.length >= maximum) throw createLimitError('prompts', maximum);
    const prompt = before.nextKey + added.length;
    const id = createUuid();
    added.push({ prompt, id, draft });
    byKey.set(toPromptKey(draft.text), [
      ...findSimilar(draft.text),
      { prompt, id, text: draft.text, text_key: toPromptKey(draft.text), country: draft.country, is_archived: false },
    ]);
    return { prompt, id: toId('prompt', id) };
  }

  async function flush(): Promise<void> {
    if (added.length === 0) return;
    await nextKeys(db, project, 'prompt', added.length);
    await append(
      'prompts',
      added.map(({ prompt, id, draft: { text, country, topic, volume } }) => ({
        project,
        prompt,
        id,
        text,
        text_key: toPromptKey(text),
        country,
        topic,
        volume: volume ?? 0,
        volume_source: volume === undefined ? null : 'import',
        is_archived: false,
        created_at: now.toISOString(),
      })),
    );
    await append(
      'prompt_tags',
      added.flatMap(({ prompt, draft }) => [...new Set(draft.tags)].map((tag) => ({ project, prompt, tag }))),
    );
  }

  return { find, findSimilar, add, flush };
}

export type PromptBook = Awaited<ReturnType<typeof openPromptBook>>;
