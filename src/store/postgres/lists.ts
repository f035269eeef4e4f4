import { sql } from 'kysely';
import type { ListDialect } from '../lists.ts';

export const LISTS: ListDialect = {
  // TRICKY: PostgreSQL cannot estimate how many rows a subquery with `unnest` lets through, and then joins millions of rows
  // one by one. It can estimate `= any(list)`, and hashes the list.
  isInList: (key, list) => sql`${key} = any(${list})`,
};
