import { sql } from 'kysely';
import type { Correction, CorrectionKind } from '../../domain/correction.ts';
import type { Page } from '../../domain/paging.ts';
import { toScore } from '../../domain/sentiment.ts';
import { AppError } from '../../errors.ts';
import { createUuid, toId } from '../../ids.ts';
import type { CorrectionTable, Db } from '../schema.ts';
import { nextKeys } from './counters.ts';

/** People correct answers by hand, one at a time: more than this was not made by a person. */
const MAX_PER_PROJECT = 100_000;
export const MAX_CORRECTIONS_PER_CHAT = 200;

export type NewCorrection = Omit<CorrectionTable, 'project' | 'correction' | 'id' | 'created_at'>;

/** Stores a correction in place of those about the same thing, and returns its id. */
export async function insertCorrection(
  db: Db,
  project: number,
  { correction: values, now }: { correction: NewCorrection; now: Date },
): Promise<string> {
  await deleteSuperseded(db, project, values);
  await refuseMore(db, project, values.chat);
  const correction = await nextKeys(db, project, 'correction');
  const id = createUuid();
  const row = { project, correction, id, ...values, created_at: now.toISOString() };
  await db.insertInto('corrections').values(row).execute();
  return toId('correction', id);
}

async function deleteSuperseded(
  db: Db,
  project: number,
  { chat, kind, brand, start_at, end_at }: NewCorrection,
): Promise<void> {
  let superseded = db.deleteFrom('corrections').where('project', '=', project).where('chat', '=', chat);
  if (start_at !== null && end_at !== null) {
    superseded = superseded
      .where('kind', 'in', ['brand', 'not_brand'])
      .where('start_at', '<', end_at)
      .where('end_at', '>', start_at);
    // A passage is at most one brand, but it may be several that it is not.
    if (kind === 'not_brand') superseded = superseded.where('brand', '=', brand);
  } else if (kind === 'not_brand') {
    superseded = superseded.where('kind', 'in', ['brand', 'not_brand']).where('brand', '=', brand);
  } else superseded = superseded.where('kind', '=', kind).where('brand', '=', brand);
  await superseded.execute();
}

async function refuseMore(db: Db, project: number, chat: number): Promise<void> {
  const { rows } = await sql<{ total: number; of_chat: number }>`
    select count(*) as total, count(case when chat = ${chat} then 1 end) as of_chat
    from corrections where project = ${project}`.execute(db);
  const { total, of_chat } = rows[0]!;
  if (of_chat >= MAX_CORRECTIONS_PER_CHAT) {
    throw new AppError('limit_reached', `The chat already has the maximum of ${MAX_CORRECTIONS_PER_CHAT} corrections.`);
  }
  if (total >= MAX_PER_PROJECT) {
    throw new AppError('limit_reached', `The project already has the maximum of ${MAX_PER_PROJECT} corrections.`);
  }
}

export async function deleteCorrection(db: Db, project: number, correction: number): Promise<void> {
  await db.deleteFrom('corrections').where('project', '=', project).where('correction', '=', correction).execute();
}

export async function findCorrectedChat(db: Db, project: number, correction: number): Promise<number> {
  const { chat } = await db
    .selectFrom('corrections')
    .select('chat')
    .where('project', '=', project)
    .where('correction', '=', correction)
    .executeTakeFirstOrThrow();
  return chat;
}

export interface CorrectionFilter {
  chat?: number | undefined;
  brand?: number | undefined;
  kind?: CorrectionKind | undefined;
}

/** The corrections of a project, the latest first. */
export async function listCorrections(
  db: Db,
  project: number,
  { filter, page: { limit, offset } }: { filter: CorrectionFilter; page: Page },
): Promise<{ data: Correction[]; total: number }> {
  let corrections = db.selectFrom('corrections as c').where('c.project', '=', project);
  for (const column of ['chat', 'brand', 'kind'] as const) {
    const value = filter[column];
    if (value !== undefined) corrections = corrections.where(`c.${column}`, '=', value);
  }
  const { total } = await corrections.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await corrections
    .innerJoin('chats', (join) => join.onRef('chats.project', '=', 'c.project').onRef('chats.chat', '=', 'c.chat'))
    .leftJoin('brands', (join) => join.onRef('brands.project', '=', 'c.project').onRef('brands.brand', '=', 'c.brand'))
    .selectAll('c')
    .select(['chats.id as chat_id', 'brands.id as brand_id', 'brands.name as brand_name'])
    .orderBy('c.correction', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const data = rows.map((row) => ({
    id: toId('correction', row.id),
    kind: row.kind,
    chat: { id: toId('chat', row.chat_id) },
    brand: row.brand_id === null ? null : { id: toId('brand', row.brand_id), name: row.brand_name! },
    start: row.start_at,
    end: row.end_at,
    text: row.text,
    sentiment: toScore(row.sentiment),
    sentiment_before: toScore(row.sentiment_before),
    created_at: row.created_at,
  }));
  return { data, total };
}

/** The latest chats that a person checked. */
export async function listChecked(
  db: Db,
  project: number,
  limit: number,
): Promise<{ total: number; chats: { chat: number; channel: number; language: number }[] }> {
  const { rows } = await sql<{ chat: number; channel: number; language: number; total: number }>`
    select c.chat, c.channel, c.language, (count(*) over ())::integer as total
    from corrections k join chats c on c.project = k.project and c.chat = k.chat
    where k.project = ${project} and k.kind = 'checked'
    order by k.correction desc limit ${limit}`.execute(db);
  return { total: rows[0]?.total ?? 0, chats: rows };
}
