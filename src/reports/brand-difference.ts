import { sql } from 'kysely';
import { comparePopulation } from '../statistics/comparison.ts';
import type { Shown } from '../store/queries/extractions.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import type { BrandReportRow } from './brands.ts';
import { DEFAULT_CONFIDENCE } from './intervals-request.ts';
import { fromFacts, type Scope } from './scope.ts';
import { isOfGeneration } from './shown.ts';
import { add, type SumColumns, selectSums } from './sum-finder.ts';
import { FACTS } from './tables.ts';

/** Sums over prompts with n answers, of which v1 name the first brand and v0 the second. */
const SUMS = {
  n: add('n'),
  n_n: add('n * n'),
  v1: add('v1'),
  v0: add('v0'),
  v1_v1: add('v1 * v1'),
  v0_v0: add('v0 * v0'),
  v1_v0: add('v1 * v0'),
  v1_n: add('v1 * n'),
  v0_n: add('v0 * n'),
  prompts: 'count(*)::double precision',
} satisfies SumColumns;

/**
 * How much more visible one brand is than another in the same answers. That is the difference of two periods in which the same
 * prompts have the same number of answers.
 */
export async function compareBrands(
  reader: Reader,
  { scope, shown, pair }: { scope: Scope; shown: Shown; pair: readonly [BrandReportRow, BrandReportRow] },
  options: QueryOptions,
): Promise<{ difference: number; is_significant: boolean }> {
  const [first, second] = pair.map(({ brand }) => [...shown.brands].find(([, { id }]) => id === brand.id)![0]);
  const statement = sql<Record<keyof typeof SUMS, number>>`with totals as (
      select f.prompt as prompt, count(*) as n ${fromFacts('chats', { scope, where: FACTS.counted })} group by f.prompt),
    hits as (
      select f.prompt as prompt, count(*) filter (where f.brand = ${first}::int) as v1,
        count(*) filter (where f.brand = ${second}::int) as v0
      ${fromFacts('mentions', { scope, where: [isOfGeneration(shown), sql`f.brand in (${first}::int, ${second}::int)`] })}
      group by f.prompt),
    by_prompt as (
      select n, coalesce(v1, 0) as v1, coalesce(v0, 0) as v0 from totals left join hits on hits.prompt = totals.prompt)
    select ${sql.join(selectSums(SUMS))} from by_prompt`;
  const [sums] = await reader.query(statement.compile(reader.db), options);
  const { n, n_n, v1, v0, v1_v1, v0_v0, v1_v0, v1_n, v0_n, prompts } = sums!;
  const change = comparePopulation(
    'visibility',
    {
      now: { a: v1, b: n, aa: v1_v1, ab: v1_n, bb: n_n },
      before: { a: v0, b: n, aa: v0_v0, ab: v0_n, bb: n_n },
      cross: { aa: v1_v0, ab: v1_n, ba: v0_n, bb: n_n },
      prompts,
    },
    { answers_now: n, answers_before: n, confidence: DEFAULT_CONFIDENCE, brands: shown.brands.size },
  )!;
  const { difference, is_test, p_value } = change;
  return { difference, is_significant: is_test && p_value! < 1 - DEFAULT_CONFIDENCE };
}
