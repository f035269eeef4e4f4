import { type RawBuilder, sql } from 'kysely';
import { COUNTED_STATUSES } from '../../domain/chat.ts';
import type { Page } from '../../domain/paging.ts';
import { createUuid } from '../../ids.ts';
import { isInList, toGivenRows } from '../lists.ts';
import type { Db } from '../schema.ts';
import type { QueryOptions, Reader, Transaction } from '../store.ts';
import { type ChatFilter, markedAnswer, selectChats, unmarkAnswer } from './chats.ts';
import { nextKeys } from './counters.ts';
import { addWork, BRAND_NEWS, BRAND_NEWS_AFTER_MS } from './work.ts';

/** The parts of a packed name, see discovery/packed-names.ts. */
const PARTS = { text: 1, bits: 2, count: 3, labels: 4 } as const;

function part(name: keyof typeof PARTS): RawBuilder<string> {
  return sql`split_part(line, chr(9), ${sql.lit(PARTS[name])})`;
}

function numericPart(name: Exclude<keyof typeof PARTS, 'text'>): RawBuilder<number> {
  return sql`${part(name)}::integer`;
}

/** One row for each name in chats. */
function linesOf(chats: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select chat, date, unnest(string_to_array(names, chr(10))) as line from ${chats} named)`;
}

function isCounted(): RawBuilder<boolean> {
  return sql`c.status in (${sql.join(COUNTED_STATUSES.map((status) => sql.lit(status)))})`;
}

export interface NameRow {
  text: string;
  count: number;
  labels: number;
  chats: number;
  titles: number;
  inside: number;
}

/** What these answers name, most frequent first. A name that only one answer has must be in a title there. */
export async function sumNames(
  reader: Reader,
  project: number,
  { answers, limit, options }: { answers: readonly number[]; limit: number; options: QueryOptions },
): Promise<NameRow[]> {
  const chosen = sql`(select n.chat, c.date, n.names from chat_names n
    join chats c on c.project = n.project and c.chat = n.chat
    where n.project = ${project} and ${isInList(sql`n.chat`, answers, 'int')} and ${isCounted()})`;
  const query = sql<NameRow>`
    select ${part('text')} as text, sum(${numericPart('count')})::integer as count,
      sum(${numericPart('labels')})::integer as labels, count(*)::integer as chats,
      sum(${numericPart('bits')} & 1)::integer as titles, sum((${numericPart('bits')} >> 1) & 1)::integer as inside
    from ${linesOf(chosen)} lines group by 1
    having count(*) > 1 or sum(${numericPart('bits')} & 1) > 0
    order by chats desc, text limit ${sql.lit(limit)}`;
  return reader.query<NameRow>(query.compile(reader.db), options);
}

/** The key of the newest answer that names anything; 0 if there is none. */
export async function findNewestNamed(db: Db, project: number): Promise<number> {
  const { rows } = await sql<{ newest: number }>`
    select coalesce(max(chat), 0) as newest from chat_names where project = ${project}`.execute(db);
  return rows[0]!.newest;
}

/** A prime near 2³² divided by the golden ratio: its multiples are spread evenly, whatever the order of the keys. */
const SPREAD = 2_654_435_761;
const SPREAD_RANGE = 2 ** 32;

/**
 * Some of the answers that name anything: about this many, half of them the newest, and the others spread over all that there are.
 * The same are chosen again when more have come, as far as they still fit.
 */
export async function chooseNamed(
  reader: Reader,
  project: number,
  { answers, options }: { answers: number; options: QueryOptions },
): Promise<number[]> {
  const half = Math.ceil(answers / 2);
  const query = sql<{ chat: number }>`
    with newest as (
      select chat from chat_names where project = ${project} order by chat desc limit ${sql.lit(half)}),
    others as (
      select count(*) as total from chat_names where project = ${project} and chat < (select min(chat) from newest))
    select chat from newest
    union all
    select n.chat from chat_names n
    where n.project = ${project} and n.chat < (select min(chat) from newest)
      and n.chat::bigint * ${sql.lit(SPREAD)} % ${sql.lit(SPREAD_RANGE)} * (select total from others)
        < ${sql.lit(half * SPREAD_RANGE)}`;
  const rows = await reader.query<{ chat: number }>(query.compile(reader.db), options);
  return rows.map(({ chat }) => chat);
}

/** The newest answers with the names in them. Long answers are left out. */
export async function sampleNamed(
  reader: Reader,
  project: number,
  { answers, longest }: { answers: number; longest: number },
): Promise<{ answer: string; names: string }[]> {
  const { rows } = await sql<{ answer: string; names: string }>`
    select ${markedAnswer(sql`a.answer`)} as answer, n.names
    from (select chat, names from chat_names where project = ${project} order by chat desc limit ${sql.lit(answers)}) n
    join answers a on a.project = ${project} and a.chat = n.chat
    where length(a.answer) <= ${sql.lit(longest)} order by n.chat desc`.execute(reader.db);
  return rows.map(({ answer, names }) => ({ answer: unmarkAnswer(answer), names }));
}

export async function listDomainNames(db: Db, project: number): Promise<string[]> {
  const rows = await db.selectFrom('domains').select('name').where('project', '=', project).execute();
  return rows.map(({ name }) => name);
}

/** A brand that the answers suggest. */
export interface FoundBrand {
  key: string;
  name: string;
  spellings: string[];
  domains: string[];
  /** What is written where it is meant. */
  members: string[];
}

/** Replaces the open suggestions by these. What was accepted or rejected before stays so. */
export async function replaceSuggestions(
  { db, append }: Transaction,
  project: number,
  { brands, now }: { brands: readonly FoundBrand[]; now: Date },
): Promise<void> {
  const rows = await db
    .selectFrom('brand_suggestions')
    .select(['suggestion', 'key', 'state', 'id', 'created_at'])
    .where('project', '=', project)
    .execute();
  const known = new Map(rows.map((row) => [row.key, row]));
  const open = brands.filter(({ key }) => (known.get(key)?.state ?? 'open') === 'open');
  const added = open.filter(({ key }) => !known.has(key));
  let next = added.length === 0 ? 0 : await nextKeys(db, project, 'brand_suggestion', added.length);
  await db.deleteFrom('brand_suggestions').where('project', '=', project).where('state', '=', 'open').execute();
  await db.deleteFrom('suggested_names').where('project', '=', project).execute();
  if (added.length > 0) {
    const due_at = new Date(now.getTime() + BRAND_NEWS_AFTER_MS);
    await addWork(db, { project, kind: BRAND_NEWS, subject: 0 }, { due_at });
  }
  const keyed = open.map((brand) => {
    const before = known.get(brand.key);
    const suggestion = before?.suggestion ?? next++;
    const created_at = before?.created_at ?? now.toISOString();
    return { ...brand, suggestion, id: before?.id ?? createUuid(), created_at };
  });
  await append(
    'brand_suggestions',
    keyed.map(({ suggestion, id, key, name, spellings, domains, created_at }) => ({
      project,
      suggestion,
      id,
      key,
      name,
      spellings: JSON.stringify(spellings),
      domains: JSON.stringify(domains),
      state: 'open' as const,
      created_at,
    })),
  );
  await append(
    'suggested_names',
    keyed.flatMap(({ suggestion, members }) => members.map((text) => ({ project, text, suggestion }))),
  );
}

/** Brands that wait for a decision, the oldest first. */
export async function listOpenSuggestions(
  db: Db,
  project: number,
): Promise<{ id: string; key: string; name: string; created_at: string }[]> {
  return db
    .selectFrom('brand_suggestions')
    .select(['id', 'key', 'name', 'created_at'])
    .where('project', '=', project)
    .where('state', '=', 'open')
    .orderBy('suggestion')
    .execute();
}

export interface SuggestionRow {
  suggestion: number;
  id: string;
  name: string;
  domains: string;
  chat_count: number;
  mention_count: number;
  first_seen: string;
}

interface Search {
  filter: ChatFilter;
  /** Keys of suggestions that are left out. */
  hidden: readonly string[];
  options: QueryOptions;
}

/** Counted chats that match, each with a row for each name in it that belongs to an open suggestion. */
function findingsOf(db: Db, project: number, { filter, hidden }: Search): RawBuilder<unknown> {
  const chats = sql`(select c.chat, c.date, n.names from (${selectChats(db, project, filter)}) c
    join chat_names n on n.project = ${project} and n.chat = c.chat)`;
  const isHidden =
    hidden.length === 0
      ? sql`false`
      : sql`s.key in (select key from ${toGivenRows(hidden, { key: ['text', String] })} h)`;
  return sql`(select s.suggestion, chat, date, ${part('text')} as text, ${numericPart('count')} as mention_count
    from ${linesOf(chats)} lines
    join suggested_names m on m.project = ${project} and m.text = ${part('text')}
    join brand_suggestions s on s.project = ${project} and s.suggestion = m.suggestion
    where s.state = 'open' and not ${isHidden})`;
}

/** Open suggestions with their numbers in the chats that match, most named first. */
export async function listSuggestedBrands(
  reader: Reader,
  project: number,
  { page: { limit, offset }, ...search }: Search & { page: Page },
): Promise<{ rows: SuggestionRow[]; total: number }> {
  const { db } = reader;
  // The total comes with every row, and alone where the page has none.
  const query = sql<SuggestionRow & { total: number }>`
    with counts as (
      select suggestion, count(distinct chat)::integer as chat_count, sum(mention_count)::integer as mention_count,
        min(date) as first_seen
      from ${findingsOf(db, project, search)} found group by suggestion),
    page as (
      select s.suggestion, s.id, s.name, s.domains, counts.chat_count, counts.mention_count, counts.first_seen
      from counts join brand_suggestions s on s.project = ${project} and s.suggestion = counts.suggestion
      order by counts.chat_count desc, counts.mention_count desc, s.name, s.suggestion
      limit ${sql.lit(limit)} offset ${sql.lit(offset)})
    select page.*, totals.total from (select count(*)::integer as total from counts) totals left join page on true
    order by page.chat_count desc, page.mention_count desc, page.name, page.suggestion`;
  const found = await reader.query<SuggestionRow & { total: number }>(query.compile(db), search.options);
  const rows = found.filter(({ suggestion }) => suggestion !== null).map(({ total: _, ...row }) => row);
  return { rows, total: found[0]!.total };
}

export interface ExampleRow {
  suggestion: number;
  /** The chat's id. */
  id: string;
  text: string;
  /** The part of the answer around the name. */
  part: string;
}

const PART_BEFORE = 300;
const PART_LENGTH = 900;

/** The newest chats of each suggestion. */
export async function findExamples(
  reader: Reader,
  project: number,
  { suggestions, each, ...search }: Search & { suggestions: readonly number[]; each: number },
): Promise<ExampleRow[]> {
  if (suggestions.length === 0) return [];
  const { db } = reader;
  const place = sql`case when strpos(a.answer, e.text) > 0 then strpos(a.answer, e.text)
    else strpos(a.answer, split_part(e.text, ' ', 1)) end`;
  const query = sql<ExampleRow>`
    with ranked as (
      select suggestion, chat, min(text) as text, row_number() over (partition by suggestion
        order by max(date) desc, chat desc) as place
      from ${findingsOf(db, project, search)} found
      where suggestion in (select suggestion from ${toGivenRows(suggestions, { suggestion: ['int', Number] })} g)
      group by suggestion, chat)
    select e.suggestion, c.id, e.text,
      ${markedAnswer(sql`substr(a.answer, greatest(1, ${place} - ${sql.lit(PART_BEFORE)}), ${sql.lit(PART_LENGTH)})`)} as part
    from ranked e
    join chats c on c.project = ${project} and c.chat = e.chat
    join answers a on a.project = ${project} and a.chat = e.chat
    where e.place <= ${sql.lit(each)} order by e.suggestion, e.place`;
  const rows = await reader.query<ExampleRow>(query.compile(db), search.options);
  return rows.map((row) => ({ ...row, part: unmarkAnswer(row.part) }));
}

/** Closes an open suggestion and returns it; undefined if it is not open. */
export async function closeBrandSuggestion(
  db: Db,
  project: number,
  { uuid, state }: { uuid: string; state: 'accepted' | 'rejected' },
): Promise<{ name: string; spellings: string[]; domains: string[] } | undefined> {
  const row = await db
    .updateTable('brand_suggestions')
    .set({ state })
    .where('project', '=', project)
    .where('id', '=', uuid)
    .where('state', '=', 'open')
    .returning(['name', 'spellings', 'domains'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, spellings, domains } = row;
  return { name, spellings: JSON.parse(spellings), domains: JSON.parse(domains) };
}
