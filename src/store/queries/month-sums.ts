import { randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { COUNTED_STATUSES } from '../../domain/chat.ts';
import { addDays, toMonth } from '../../domain/dates.ts';
import { MENTION_SUM_NAMES, MENTION_SUMS } from '../daily-sums.ts';
import { GIVEN } from '../fact-schema.ts';
import { isInList } from '../lists.ts';
import { MENTION_PRODUCT_NAMES, MENTION_PRODUCTS, MONTH_TABLES } from '../month-sums.ts';
import type { Db } from '../schema.ts';
import type { Access, Reader } from '../store.ts';
import { IMPORT } from './runs.ts';

const MAX_TOKEN = 2 ** 31;

/** The months of a project `p` whose sums are those of what reports show, by their first days and separated by commas; null: none. */
export function listSummedMonths(project: number): RawBuilder<unknown> {
  return sql`select string_agg(s.date::text, ',' order by s.date) from summed_months s
    where s.project = ${project} and s.generation = p.generation and s.source_generation = p.source_generation`;
}

/** Facts of these days are about to change. Usually their months are not summed up, and nothing is written. */
export async function forgetMonths({ db, remember }: Access, project: number, dates: Iterable<string>): Promise<void> {
  const changed = new Set([...dates].map(toMonth));
  const forgotten = (await findSummedMonths(remember, project)).filter((month) => changed.has(month));
  if (forgotten.length === 0) return;
  await sql`delete from summed_months
    where project = ${project} and ${isInList(sql`date`, forgotten, 'date')}`.execute(db);
}

function findSummedMonths(remember: Reader['remember'], project: number): Promise<string[]> {
  return remember(`summed months ${project}`, async ({ db }) => {
    const rows = await db.selectFrom('summed_months').select('date').where('project', '=', project).execute();
    return rows.map(({ date }) => date);
  });
}

/** The same, for what a generation, or any, has of these chats, which must still be there. */
export async function forgetMonthsOf(
  { db, remember }: Access,
  project: number,
  { chats, generation }: { chats: readonly number[]; generation?: number },
): Promise<void> {
  if ((await findSummedMonths(remember, project)).length === 0) return;
  const ofGeneration = generation === undefined ? sql`` : sql`and generation = ${generation}`;
  await sql`delete from summed_months where project = ${project} ${ofGeneration} and date in (
    select distinct date_trunc('month', c.date)::date from chats c
    where c.project = ${project} and ${isInList(sql`c.chat`, chats, 'int')})`.execute(db);
}

/** The same for all months. */
export async function forgetAllMonths(db: Db, project: number): Promise<void> {
  await db.deleteFrom('summed_months').where('project', '=', project).execute();
}

/**
 * The months before this day that have answers and are not summed up, the newest first. None if the facts are about to change,
 * because a re-analysis or an import is running.
 */
export async function listUnsummedMonths(db: Db, project: number, before: string): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select date_trunc('month', d.date)::date as date from daily_chats d
    where d.project = ${project} and d.date < ${before}::date
      and exists (select 1 from projects p where p.project = ${project} and p.next_generation = 0)
      and not exists (select 1 from runs r where r.project = ${project} and r.state = 'running' and r.kind = ${IMPORT})
      and date_trunc('month', d.date)::date not in (
        select s.date from summed_months s join projects p on p.project = s.project
          and p.generation = s.generation and p.source_generation = s.source_generation
        where s.project = ${project})
    group by 1 having sum(d.chats) > 0 order by 1 desc`.execute(db);
  return rows.map(({ date }) => date);
}

/** A month that somebody is summing up, and the generations of facts that are summed up. */
export interface ClaimedMonth {
  month: string;
  generation: number;
  source_generation: number;
  /** Stands in the month's row, in place of the generation of its pages, until the sums are complete. */
  token: number;
}

/** Facts of the month have changed while it was summed up. */
export class MonthChanged extends Error {
  override name = 'MonthChanged';
}

/**
 * Begins to sum up a month, and deletes its old sums. Whoever changes its facts from now on deletes its row, as if it were summed
 * up; so the sums can be made while others write, and are good if the row is still there afterwards.
 */
export async function claimMonth(
  db: Db,
  project: number,
  { month, generation, source_generation }: Omit<ClaimedMonth, 'token'>,
): Promise<ClaimedMonth> {
  const claim = { month, generation, source_generation, token: -randomInt(1, MAX_TOKEN) };
  for (const table of MONTH_TABLES) {
    await sql`delete from ${sql.table(table)} where project = ${project} and date = ${month}::date`.execute(db);
  }
  await replaceRow(db, project, { month, generation, source_generation: claim.token });
  return claim;
}

/** What can be summed up by itself: the rows with keys in a range, or what is added up from the sums of prompts. */
export type MonthPart = { of: 'prompt' | 'domain' | 'url'; first: number; next: number | null } | { of: 'all prompts' };

/** All of a month, in as few parts as can be. */
export const WHOLE_MONTH = toParts({ count: 1, prompt: 0, domain: 0, url: 0 });

/** The parts of a month, with about this many answers each. */
export async function listMonthParts(
  db: Db,
  project: number,
  { month, answers }: { month: string; answers: number },
): Promise<MonthPart[]> {
  const { rows } = await sql<Record<'chats' | 'prompt' | 'domain' | 'url', number>>`select
    coalesce((select sum(chats) from daily_chats
      where project = ${project} and date >= ${month}::date and date < ${toNextMonth(month)}::date), 0)::integer as chats,
    coalesce((select max(prompt) from prompts where project = ${project}), 0)::integer as prompt,
    coalesce((select max(domain) from domains where project = ${project}), 0)::integer as domain,
    coalesce((select max(url) from urls where project = ${project}), 0)::integer as url`.execute(db);
  const { chats, ...largest } = rows[0]!;
  return toParts({ count: Math.max(1, Math.ceil(chats / answers)), ...largest });
}

/** Divides the keys up to the largest ones into a number of ranges. The last range takes whatever keys there are by then. */
function toParts({ count, ...largest }: Record<'count' | 'prompt' | 'domain' | 'url', number>): MonthPart[] {
  const divide = (of: 'prompt' | 'domain' | 'url') => {
    const size = Math.ceil((largest[of] + 1) / count);
    return Array.from({ length: count }, (_, index): MonthPart => {
      const next = index === count - 1 ? null : (index + 1) * size;
      return { of, first: index * size, next };
    });
  };
  return [...divide('prompt'), { of: 'all prompts' }, ...divide('domain'), ...divide('url')];
}

/** Makes the sums of a claimed month count. */
export async function completeMonth(db: Db, project: number, claim: ClaimedMonth): Promise<void> {
  await requireClaim(db, project, claim);
  const { month, generation, source_generation } = claim;
  await replaceRow(db, project, { month, generation, source_generation });
}

/** Throws `MonthChanged` if facts of the month may have changed since it was claimed. */
export async function requireClaim(
  db: Db,
  project: number,
  { month, generation, source_generation, token }: ClaimedMonth,
): Promise<void> {
  const { rows } = await sql`select 1 from summed_months s join projects p on p.project = s.project
    where s.project = ${project} and s.date = ${month}::date and s.generation = ${generation}
      and s.source_generation = ${token} and p.generation = ${generation}
      and p.source_generation = ${source_generation}`.execute(db);
  if (rows.length === 0) throw new MonthChanged();
}

async function replaceRow(
  db: Db,
  project: number,
  { month, ...generations }: { month: string; generation: number; source_generation: number },
): Promise<void> {
  await sql`delete from summed_months where project = ${project} and date = ${month}::date`.execute(db);
  await db
    .insertInto('summed_months')
    .values({ project, date: month, ...generations })
    .execute();
}

/**
 * Makes a part of the sums of a claimed month, from the facts as they are now. Nobody reads the sums before the month is complete. The
 * claim has to be looked at again where others cannot claim the month: otherwise somebody else who did so would have these sums too.
 */
export async function sumPart(
  db: Db,
  project: number,
  { claim, part }: { claim: ClaimedMonth; part: MonthPart },
): Promise<void> {
  await requireClaim(db, project, claim);
  const { month, generation, source_generation } = claim;
  if (part.of === 'all prompts') {
    await sumPrompts(db, project, month);
    return;
  }
  const key = sql.ref(`f.${part.of}`);
  const isFirst = part.first === 0 ? sql`` : sql` and ${key} >= ${part.first}`;
  const isOfPart = part.next === null ? isFirst : sql`${isFirst} and ${key} < ${part.next}`;
  const isOfMonth = sql`f.project = ${project} and f.date >= ${month}::date and f.date < ${toNextMonth(month)}::date`;
  const mentions = sql`mentions f where ${isOfMonth} and f.generation in (${GIVEN}, ${generation})`;
  const sources = sql`sources f where ${isOfMonth} and f.generation in (${GIVEN}, ${source_generation})`;
  switch (part.of) {
    case 'prompt':
      await sumMentions(db, month, {
        chats: sql`chats f where ${isOfMonth}${isOfPart}`,
        mentions: sql`${mentions}${isOfPart}`,
      });
      return;
    case 'domain':
    case 'url': {
      const chats = part.of === 'domain' ? sql`sum(f.is_first)` : sql`count(*)`;
      const table = `monthly_${part.of}s`;
      await sumPages(db, { table, key: sql.ref(part.of), chats, month, sources: sql`${sources}${isOfPart}`, mentions });
    }
  }
}

async function sumMentions(
  db: Db,
  month: string,
  { chats, mentions }: { chats: RawBuilder<unknown>; mentions: RawBuilder<unknown> },
): Promise<void> {
  const voices = sql`(select f.chat, sum(f.mention_count)::bigint as voice from ${mentions} group by f.chat) voices`;
  const place = sql`f.project, ${month}::date, f.prompt, f.channel, f.country`;
  await sql`insert into monthly_chats (project, date, prompt, channel, country, chats, voice, voice_squares)
    select ${place}, count(*), coalesce(sum(voices.voice), 0)::bigint, coalesce(sum(voices.voice * voices.voice), 0)::bigint
    from (select f.* from ${chats} and f.status in (${sql.join(COUNTED_STATUSES)})) f
    left join ${voices} on voices.chat = f.chat
    group by f.project, f.prompt, f.channel, f.country order by f.prompt, f.channel, f.country`.execute(db);
  const totals = [
    ...MENTION_SUM_NAMES.map((name) => MENTION_SUMS[name].total),
    ...MENTION_PRODUCT_NAMES.map((name) => sql`sum(${MENTION_PRODUCTS[name]})::bigint`),
  ];
  const names = sql.raw([...MENTION_SUM_NAMES, ...MENTION_PRODUCT_NAMES].join(', '));
  await sql`insert into monthly_mentions (project, date, prompt, channel, country, brand, ${names})
    select ${place}, f.brand, ${sql.join(totals)}
    from (select f.* from ${mentions}) f join ${voices} on voices.chat = f.chat
    group by f.project, f.prompt, f.channel, f.country, f.brand
    order by f.prompt, f.channel, f.country, f.brand`.execute(db);
}

function toNextMonth(month: string): string {
  return toMonth(addDays(month, 31));
}

/** Adds up the channels and countries of each prompt. */
async function sumPrompts(db: Db, project: number, month: string): Promise<void> {
  const isOfMonth = sql`f.project = ${project} and f.date = ${month}::date`;
  await sql`insert into monthly_prompt_chats (project, date, prompt, chats)
    select f.project, f.date, f.prompt, sum(f.chats) from monthly_chats f where ${isOfMonth}
    group by f.project, f.date, f.prompt order by f.prompt`.execute(db);
  const totals = MENTION_SUM_NAMES.map((name) => sql.raw(`sum(f.${name})`));
  await sql`insert into monthly_prompt_mentions (project, date, prompt, brand, ${sql.raw(MENTION_SUM_NAMES.join(', '))})
    select f.project, f.date, f.prompt, f.brand, ${sql.join(totals)} from monthly_mentions f where ${isOfMonth}
    group by f.project, f.date, f.prompt, f.brand order by f.prompt, f.brand`.execute(db);
}

async function sumPages(
  db: Db,
  {
    table,
    key,
    chats,
    month,
    sources,
    mentions,
  }: {
    table: string;
    key: RawBuilder<unknown>;
    /** How many chats have a page of it. */
    chats: RawBuilder<unknown>;
    month: string;
    sources: RawBuilder<unknown>;
    mentions: RawBuilder<unknown>;
  },
): Promise<void> {
  await sql`insert into ${sql.table(table)}
      (project, date, ${key}, retrieval_count, citation_count, retrieved_chat_count, brands)
    with sums as (
      select f.project, f.${key} as source, count(*) as retrievals, sum(f.citation_count) as citations, ${chats} as chats
      from ${sources} group by 1, 2),
    pairs as (
      select distinct s.source, m.brand from (select f.chat, f.${key} as source from ${sources}) s
      join (select f.chat, f.brand from ${mentions}) m on m.chat = s.chat),
    lists as (select source, string_agg(brand::text, ',' order by brand) as brands from pairs group by 1)
    select sums.project, ${month}::date, sums.source, retrievals, citations, chats, coalesce(lists.brands, '')
    from sums left join lists on lists.source = sums.source order by sums.source`.execute(db);
}
