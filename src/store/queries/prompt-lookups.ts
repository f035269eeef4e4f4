import { type Selectable, sql } from 'kysely';
import { parseIds, toId } from '../../ids.ts';
import { isInList } from '../lists.ts';
import type { Db, PromptTable } from '../schema.ts';

export type PromptSummary = Pick<Selectable<PromptTable>, 'prompt' | 'text' | 'country'>;

/** What ingestion needs to know about prompts that are given by id. */
export async function findPrompts(
  db: Db,
  project: number,
  ids: readonly string[],
): Promise<Map<string, PromptSummary>> {
  const uuids = parseIds('prompt', ids);
  if (uuids.length === 0) return new Map();
  const { rows } = await sql<PromptSummary & { id: string }>`
    select prompt, id, text, country from prompts
    where project = ${project} and ${isInList(sql`id`, uuids, 'uuid')}`.execute(db);
  return new Map(rows.map((row) => [toId('prompt', row.id), row]));
}

/** Those of the prompts that are archived. */
export async function findArchived(db: Db, project: number, prompts: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ prompt: number }>`
    select prompt from prompts
    where project = ${project} and is_archived and ${isInList(sql`prompt`, prompts, 'int')}`.execute(db);
  return new Set(rows.map(({ prompt }) => prompt));
}
