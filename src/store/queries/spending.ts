import { sql } from 'kysely';
import { toMonth } from '../../domain/dates.ts';
import { addMoney, sumMoney } from '../money.ts';
import type { Db } from '../schema.ts';

/** What asks may cost, in billionths of a dollar; null: no limit. */
export interface Limits {
  day_limit: number | null;
  month_limit: number | null;
}

export interface Booking {
  /** The day in the project's time zone. */
  day: string;
  amount: number;
}

/** Books what asks may cost, unless a limit would be passed; false: it would. */
export async function bookWithin(
  db: Db,
  project: number,
  { day, amount, day_limit, month_limit }: Booking & Limits,
): Promise<boolean> {
  await ensureDay(db, project, day);
  const { numAffectedRows } = await sql`
    update spending set booked = ${addMoney(sql`booked`, sql`${amount}::bigint`)}
    where project = ${project} and day = ${day}::date
      and (${day_limit}::bigint is null or booked + ${amount}::bigint <= ${day_limit}::bigint)
      and (${month_limit}::bigint is null or ${amount}::bigint + (select sum(m.booked)::bigint from spending m
        where m.project = ${project} and m.day >= ${toMonth(day)}::date
          and m.day < (${toMonth(day)}::date + interval '1 month')::date) <= ${month_limit}::bigint)`.execute(db);
  return numAffectedRows! > 0n;
}

/** Corrects what was booked for a day; the amount may be negative. */
export async function correctBooking(db: Db, project: number, { day, amount }: Booking): Promise<void> {
  if (amount === 0) return;
  await ensureDay(db, project, day);
  await sql`update spending set booked = ${addMoney(sql`booked`, sql`${amount}::bigint`)}
    where project = ${project} and day = ${day}::date`.execute(db);
}

async function ensureDay(db: Db, project: number, day: string): Promise<void> {
  await db
    .insertInto('spending')
    .values({ project, day, booked: 0 })
    .onConflict((conflict) => conflict.columns(['project', 'day']).doNothing())
    .execute();
}

/** What is booked for a day and for its month. */
export async function readBooked(db: Db, project: number, day: string): Promise<{ day: number; month: number }> {
  const { rows } = await sql<{ day: number | null; month: number | null }>`
    select ${sumMoney(sql`booked`)} as month,
      ${sumMoney(sql`case when day = ${day}::date then booked else 0 end`)} as day
    from spending
    where project = ${project} and day >= ${toMonth(day)}::date
      and day < (${toMonth(day)}::date + interval '1 month')::date`.execute(db);
  return { day: rows[0]?.day ?? 0, month: rows[0]?.month ?? 0 };
}
