import { type RawBuilder, sql } from 'kysely';

/** The sum of two amounts in billionths, as far as a column keeps it: rows with more could never be read back exactly. */
export function addMoney(first: RawBuilder<unknown>, second: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`least(${first} + ${second}, ${sql.lit(Number.MAX_SAFE_INTEGER)})`;
}

/** The sum of the amounts of a group; null if no row has one. Beyond nine million dollars it is rounded. */
export function sumMoney(amount: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`sum(${amount})::double precision`;
}
