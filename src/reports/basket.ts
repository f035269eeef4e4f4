import { sql } from 'kysely';
import { type Basket, type BasketCounts, describeBasket } from '../statistics/basket.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { type ChangeQuery, selectByPeriod, selectPeriods, toPlaceOfChanges, toScope } from './change-sums.ts';
import { selectAnswers } from './month-rows.ts';
import { fromFacts } from './scope.ts';

/** How much the prompts and channels of two periods have in common, over all answers that a report counts. */
export async function findBasket(reader: Reader, query: ChangeQuery, options: QueryOptions): Promise<Basket> {
  const byPeriod = sql.join(selectByPeriod({ n: 'sum(n)' }));
  const added = (key: string) => sql.raw(`select ${key}, sum(n1) as n1, sum(n0) as n0 from pairs group by ${key}`);
  const count = (table: string, condition: string) =>
    sql.raw(`(select count(*)::double precision from ${table} where ${condition})`);
  const answers = (condition: string) => sql.raw(`coalesce(sum(n) filter (where ${condition}), 0)::double precision`);
  const statement = sql<BasketCounts>`with answers_in as (
      select ${sql.join([sql`f.prompt as prompt, f.channel as channel, f.chats as n`, ...selectPeriods(query)])}
      ${fromFacts(selectAnswers(toPlaceOfChanges(query)), { scope: toScope(query) })}),
    pairs as (select prompt, channel, sum(n)::bigint as n, ${byPeriod} from answers_in group by 1, 2),
    prompts_in as (${added('prompt')}), channels_in as (${added('channel')})
    select ${answers('n1 > 0 and n0 > 0')} as shared, ${answers('n0 = 0')} as only_now, ${answers('n1 = 0')} as only_before,
      ${count('prompts_in', 'n0 = 0')} as new_prompts, ${count('prompts_in', 'n1 = 0')} as dropped_prompts,
      ${count('channels_in', 'n0 = 0')} as new_channels, ${count('channels_in', 'n1 = 0')} as dropped_channels
    from pairs`;
  return describeBasket((await reader.query(statement.compile(reader.db), options))[0]!);
}
