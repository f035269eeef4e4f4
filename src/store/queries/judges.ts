import { sql } from 'kysely';
import { COUNTED_STATUSES } from '../../domain/chat.ts';
import { addDays } from '../../domain/dates.ts';
import type { Verdict } from '../../domain/judge.ts';
import { isInList, isOneOf } from '../lists.ts';
import type { Db, JudgeTable } from '../schema.ts';
import type { Transaction } from '../store.ts';

/** Looking for the newest answers among all would take long in a large project. */
const TRIED_DAYS = 31;

export type JudgeRow = Omit<JudgeTable, 'project'>;

export async function findJudge(db: Db, project: number): Promise<JudgeRow | undefined> {
  const row = await db.selectFrom('judges').selectAll().where('project', '=', project).executeTakeFirst();
  if (!row) return undefined;
  const { project: _, ...judge } = row;
  return judge;
}

export async function writeJudge(db: Db, project: number, judge: JudgeRow): Promise<void> {
  await db
    .insertInto('judges')
    .values({ project, ...judge })
    .onConflict((conflict) => conflict.columns(['project']).doUpdateSet(judge))
    .execute();
}

export async function deleteJudge(db: Db, project: number): Promise<void> {
  await db.deleteFrom('judges').where('project', '=', project).execute();
}

export async function setProblem(db: Db, project: number, problem: string | null): Promise<void> {
  await db.updateTable('judges').set({ problem }).where('project', '=', project).execute();
}

/** The answers and brands of a judge: those found in answers from a day on, in the generation that reports show. */
function findJudged({ version, start_date }: Pick<JudgeRow, 'version' | 'start_date'>, project: number) {
  return sql`from chats c
    join mentions m on m.project = ${project} and m.chat = c.chat and m.date >= ${start_date}::date
      and m.generation = (select generation from projects where project = ${project})
    left join verdicts v on v.project = ${project} and v.chat = m.chat and v.brand = m.brand and v.version = ${version}
    where c.project = ${project} and c.date >= ${start_date}::date and not c.is_given
      and ${isOneOf(sql`c.status`, [...COUNTED_STATUSES])}`;
}

export async function countVerdicts(
  db: Db,
  project: number,
  judge: Pick<JudgeRow, 'version' | 'start_date'>,
): Promise<{ judged: number; waiting: number; refused: number }> {
  const { rows } = await sql<{ judged: number; waiting: number; refused: number }>`
    select count(case when not is_waiting then 1 end) as judged, count(case when is_waiting then 1 end) as waiting,
      count(case when is_refused then 1 end) as refused
    from (select bool_or(v.chat is null) as is_waiting, coalesce(bool_or(v.is_refused), false) as is_refused
      ${findJudged(judge, project)} group by c.chat) as judged`.execute(db);
  return rows[0]!;
}

export interface UnjudgedChat {
  chat: number;
  id: string;
  channel: number;
  country: number;
}

/** The newest answers with a brand that this version of the judge has not judged. */
export async function listUnjudged(
  db: Db,
  project: number,
  { judge, limit }: { judge: Pick<JudgeRow, 'version' | 'start_date'>; limit: number },
): Promise<UnjudgedChat[]> {
  const { rows } = await sql<UnjudgedChat>`
    select c.chat, c.id, c.channel, c.country ${findJudged(judge, project)} and v.chat is null
    group by c.chat, c.id, c.channel, c.country, c.date order by c.date desc, c.chat desc limit ${limit}`.execute(db);
  return rows;
}

/** The newest answers with a brand, of the last month that has answers. */
export async function listNewestWithBrands(db: Db, project: number, limit: number): Promise<UnjudgedChat[]> {
  const { newest } = await db
    .selectFrom('chats')
    .where('project', '=', project)
    .select(({ fn }) => fn.max('date').as('newest'))
    .executeTakeFirstOrThrow();
  if (newest === null) return [];
  return listUnjudged(db, project, { judge: { version: '', start_date: addDays(newest, -TRIED_DAYS) }, limit });
}

/** Stores what a judge says about an answer, in place of what it said before. */
export async function replaceVerdicts(
  { db, append }: Transaction,
  project: number,
  { chat, version, verdicts }: { chat: number; version: string; verdicts: readonly Verdict[] },
): Promise<void> {
  const brands = verdicts.map(({ brand }) => brand);
  await sql`delete from verdicts where project = ${project} and chat = ${chat}
    and ${isInList(sql`brand`, brands, 'int')}`.execute(db);
  await append(
    'verdicts',
    verdicts.map(({ brand, is_refused, thousandths, quotes }) => ({
      project,
      chat,
      brand,
      version,
      is_refused,
      sentiment: thousandths,
      quotes: JSON.stringify(quotes),
    })),
  );
}
