import { sql } from 'kysely';
import type { COPIED_TABLES, Db, Schema } from '../schema.ts';
import type { TableSum } from '../table-sum.ts';

export type CopiedTable = (typeof COPIED_TABLES)[number];

/** For a store that is a copy: the sum that each table must have, and whether it is complete. */
export interface CopiedSum extends TableSum {
  name: string;
  is_complete: boolean;
}

export async function listCopied(db: Db): Promise<CopiedSum[]> {
  return db.selectFrom('copies').select(['name', 'row_count', 'checksum', 'is_complete']).orderBy('name').execute();
}

export async function isUnfinishedCopy(db: Db): Promise<boolean> {
  const open = await db.selectFrom('copies').select('name').where('is_complete', '=', false).limit(1).execute();
  return open.length > 0;
}

export async function putCopied(db: Db, sums: readonly CopiedSum[]): Promise<void> {
  await db
    .insertInto('copies')
    .values([...sums])
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        row_count: sql<number>`excluded.row_count`,
        checksum: sql<string>`excluded.checksum`,
        is_complete: sql<boolean>`excluded.is_complete`,
      }),
    )
    .execute();
}

export async function emptyTable(db: Db, table: CopiedTable): Promise<void> {
  await sql`truncate table ${sql.table(table)}`.execute(db);
}

export async function hasRows(db: Db, table: keyof Schema): Promise<boolean> {
  return (await sql`select 1 as one from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0;
}

/** The version of the schema; 0 if there is none. */
export async function readVersion(db: Db): Promise<number> {
  const { rows } = await sql`select 1 as one from information_schema.tables
    where table_schema = current_schema() and table_name = 'schema_version'`.execute(db);
  if (rows.length === 0) return 0;
  const { version } = await db
    .selectFrom('schema_version')
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirstOrThrow();
  return version ?? 0;
}
