import { sql } from 'kysely';
import type { ListDialect } from '../lists.ts';

export const LISTS: ListDialect = {
  // TRICKY: DuckDB compares `= any(list)` with every element for every row, but it hashes the rows of a subquery once.
  isInList: (key, list) => sql`${key} in (select unnest(${list}))`,
};
