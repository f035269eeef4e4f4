import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { Store, Transaction } from '../store.ts';

const FACTS = ['chats', 'mentions', 'sources'] as const;
/** DuckDB reads or skips this many rows together. */
const ROW_GROUP = 122_880;
/** Finding scattered months reads all chats, so it is done rarely. */
const LOOK_EVERY_MS = 3_600_000;

type Transact = (work: (transaction: Transaction) => Promise<void>) => Promise<void>;

interface Month {
  project: number;
  first_day: string;
  last_day: string;
}

/**
 * Facts arrive day by day for all projects. With many projects, the rows of one are scattered among the rows of the others,
 * and a report has to read all of them. This rewrites past months, one project at a time, so that their rows lie together.
 */
export function createTidying(db: Db, transact: Transact): Store['tidy'] {
  let scattered: Month[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;

  return async (before) => {
    if (scattered.length === 0) {
      if (performance.now() - lookedAt < LOOK_EVERY_MS) return false;
      scattered = await findScattered(db, before);
      lookedAt = performance.now();
    }
    const month = scattered.shift();
    if (month === undefined) return false;
    await transact(async (transaction) => {
      for (const table of FACTS) await rewriteMonth(transaction.db, { table, month });
    });
    return true;
  };
}

/** Months whose chats are spread over more than twice as many row groups as they need. */
async function findScattered(db: Db, before: string): Promise<Month[]> {
  const { rows } = await sql<Month>`
    select project, date_trunc('month', date)::date::text as first_day, last_day(max(date))::text as last_day from chats
    where date < ${before}::date group by project, date_trunc('month', date)
    having count(distinct rowid // ${sql.raw(String(ROW_GROUP))}) > 2 + 2 * count(*) // ${sql.raw(String(ROW_GROUP))}
    order by first_day, project`.execute(db);
  return rows;
}

async function rewriteMonth(
  db: Db,
  { table, month: { project, first_day, last_day } }: { table: (typeof FACTS)[number]; month: Month },
): Promise<void> {
  const facts = sql.table(table);
  const isOfMonth = sql`project = ${project} and date between ${first_day}::date and ${last_day}::date`;
  const { rows } = await sql<{ last: number | null }>`
    select max(rowid)::double as last from ${facts} where ${isOfMonth}`.execute(db);
  const last = rows[0]!.last;
  if (last === null) return;
  await sql`insert into ${facts} select * from ${facts} where ${isOfMonth} order by date, rowid`.execute(db);
  await sql`delete from ${facts} where ${isOfMonth} and rowid <= ${last}::bigint`.execute(db);
}
