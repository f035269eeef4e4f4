import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Strict } from '../domain/paging.ts';
import { readGenerations, readShown } from '../store/queries/extractions.ts';
import type { QueryOptions, Reader } from '../store/store.ts';
import { all } from './conditions.ts';
import { findDimension } from './dimensions.ts';
import { fromFacts, resolveScope, type ScopeRequest } from './scope.ts';
import { FACTS } from './tables.ts';

export const Diagnostic = Strict({
  code: Type.String({
    enum: [
      'no_chats',
      'no_chats_in_dates',
      'no_answers_in_dates',
      'no_brands',
      'unknown_value',
      'filter_matches_nothing',
      'filters_exclude_each_other',
      'extraction_running',
    ],
  }),
  message: Type.String(),
});
export type Diagnostic = Static<typeof Diagnostic>;

/** Why a report is empty, or may not show what was meant. */
export async function diagnose(
  reader: Reader,
  project: number,
  { request, options }: { request: ScopeRequest; options: QueryOptions },
): Promise<Diagnostic[]> {
  const found = await diagnoseChats(reader, project, { request, options });
  if (found.length === 0) found.push(...(await diagnoseFilters(reader, project, { request, options })));
  const { brands } = await readShown(reader.db, project);
  if (brands.size === 0) found.push({ code: 'no_brands', message: 'The project has no brands yet. Add one.' });
  if ((await readGenerations(reader.db, project)).next_generation !== 0) {
    found.push({
      code: 'extraction_running',
      message:
        'Existing answers are being re-analyzed. Reports switch to the new results at the end. The list of runs shows the progress.',
    });
  }
  return found;
}

async function diagnoseChats(
  reader: Reader,
  project: number,
  { request: { start_date, end_date }, options }: { request: ScopeRequest; options: QueryOptions },
): Promise<Diagnostic[]> {
  const statement = sql<{ first: string | null; last: string | null; chats: number; answers: number }>`
    select min(f.date) as first, max(f.date) as last,
      count(*) filter (where f.date >= ${start_date}::date and f.date <= ${end_date}::date) as chats,
      count(*) filter (where f.date >= ${start_date}::date and f.date <= ${end_date}::date and ${all(FACTS.counted)}) as answers
    from chats f where f.project = ${project}`;
  const { first, last, chats, answers } = (await reader.query(statement.compile(reader.db), options))[0]!;
  if (first === null)
    return [{ code: 'no_chats', message: 'The project has no chats yet. Add some, or let a channel ask for them.' }];
  if (chats === 0) {
    return [
      {
        code: 'no_chats_in_dates',
        message: `There are no chats from ${start_date} to ${end_date}. The project has chats from ${first} to ${last}.`,
      },
    ];
  }
  if (answers > 0) return [];
  return [
    {
      code: 'no_answers_in_dates',
      message: `All ${chats} chats from ${start_date} to ${end_date} are empty or error pages.`,
    },
  ];
}

async function diagnoseFilters(
  reader: Reader,
  project: number,
  { request, options }: { request: ScopeRequest; options: QueryOptions },
): Promise<Diagnostic[]> {
  const found: Diagnostic[] = [];
  const count = async (filters: ScopeRequest['filters']) => {
    const scope = await resolveScope(reader.db, project, { ...request, filters });
    const statement = sql<{
      total: number;
    }>`select count(*) as total ${fromFacts('chats', { scope, where: FACTS.counted })}`;
    return (await reader.query(statement.compile(reader.db), options))[0]!.total;
  };
  const onChats = request.filters.filter(({ field }) => findDimension(field));
  for (const filter of onChats) {
    const { field, operator, values = [] } = filter;
    const unknown = [];
    for (const value of values.slice(0, 100)) {
      const keys = await findDimension(field)!.values.toKeys(reader.db, project, [value]);
      if (keys.length === 0) unknown.push(value.slice(0, 100));
    }
    if (unknown.length > 0)
      found.push({
        code: 'unknown_value',
        message: `The filter on ${field} has unknown values: ${unknown.slice(0, 5).join(', ')}.`,
      });
    if ((await count([filter])) === 0) {
      found.push({
        code: 'filter_matches_nothing',
        message: `No chat in these dates matches the filter ${field} ${operator}.`,
      });
    }
  }
  if (found.length === 0 && onChats.length > 1 && (await count(onChats)) === 0) {
    found.push({
      code: 'filters_exclude_each_other',
      message: 'Each filter matches some chats, but no chat matches all of them.',
    });
  }
  return found;
}
