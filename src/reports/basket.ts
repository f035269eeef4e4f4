import { sql } from 'kysely';
import { type Basket, type BasketCounts, describeBasket } from '../statistics/basket.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { type ChangeQuery, PERIODS } from './change-sums.ts';
import type { Period } from './parts.ts';
import { fromFacts } from './scope.ts';
import { FACTS } from './tables.ts';

/** How much the prompts and channels of two periods have in common, over all answers that a report counts. */
export async function findBasket(reader: Reader, query: ChangeQuery, options: QueryOptions): Promise<Basket> {
  const { scope, comparison } = query;
  const { now, before } = comparison;
  const [start_date] = [now.start_date, before.start_date].sort();
  const [, end_date] = [now.end_date, before.end_date].sort();
  // Periods may have days in common, and then these answers count once.
  const both = { ...scope, start_date: start_date!, end_date: end_date! };
  const byPeriod = PERIODS.map((period) => sql.raw(`count(*) filter (where is_${period}) as n${period}`));
  const added = (key: string) => sql.raw(`select ${key}, sum(n1) as n1, sum(n0) as n0 from pairs group by ${key}`);
  const count = (table: string, condition: string) =>
    sql.raw(`(select count(*)::double precision from ${table} where ${condition})`);
  const answers = (condition: string) => sql.raw(`coalesce(sum(n) filter (where ${condition}), 0)::double precision`);
  const statement = sql<BasketCounts>`with answers_in as (
      select f.prompt as prompt, f.channel as channel, ${isWithin(now)} as is_1, ${isWithin(before)} as is_0
      ${fromFacts('chats', { scope: both, where: [...FACTS.counted, sql`(${isWithin(now)} or ${isWithin(before)})`] })}),
    pairs as (select prompt, channel, count(*) as n, ${sql.join(byPeriod)} from answers_in group by 1, 2),
    prompts_in as (${added('prompt')}), channels_in as (${added('channel')})
    select ${answers('n1 > 0 and n0 > 0')} as shared, ${answers('n0 = 0')} as only_now, ${answers('n1 = 0')} as only_before,
      ${count('prompts_in', 'n0 = 0')} as new_prompts, ${count('prompts_in', 'n1 = 0')} as dropped_prompts,
      ${count('channels_in', 'n0 = 0')} as new_channels, ${count('channels_in', 'n1 = 0')} as dropped_channels
    from pairs`;
  return describeBasket((await reader.query(statement.compile(reader.db), options))[0]!);
}

function isWithin({ start_date, end_date }: Period) {
  return sql`(f.date >= ${start_date}::date and f.date <= ${end_date}::date)`;
}
