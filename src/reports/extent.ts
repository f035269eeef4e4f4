import { sql } from 'kysely';
import type { QueryOptions, Reader } from '../store/store.ts';
import { fromFacts, type Scope } from './scope.ts';
import { FACTS } from './tables.ts';

interface Extent {
  answers: number;
  prompts: number;
  channels: number;
  days: number;
}

/** How much was asked. */
export async function findExtent(reader: Reader, scope: Scope, options: QueryOptions): Promise<Extent> {
  const statement = sql<Extent>`
    select count(*)::integer as answers, count(distinct f.prompt)::integer as prompts,
      count(distinct f.channel)::integer as channels, count(distinct f.date)::integer as days
    ${fromFacts('chats', { scope, where: FACTS.counted })}`;
  return (await reader.query(statement.compile(reader.db), options))[0]!;
}
