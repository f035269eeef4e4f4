import { sql } from 'kysely';
import { toNameKey } from '../../domain/text.ts';
import { AppError } from '../../errors.ts';
import type { Db } from '../schema.ts';

type NamedTable = 'brands' | 'topics' | 'tags';

/** A deleted brand stays in its table until reports no longer show it. */
function isLive(table: string) {
  return table === 'brands' ? sql`not is_deleted` : sql`true`;
}

/** Refuses a name that another row of the project already has, ignoring case. */
export async function refuseTakenName(
  db: Db,
  project: number,
  {
    table,
    key,
    name,
    except = 0,
  }: { table: NamedTable; key: 'brand' | 'topic' | 'tag'; name: string; except?: number },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)}
    where project = ${project} and name_key = ${toNameKey(name)} and ${sql.ref(key)} <> ${except}
      and ${isLive(table)}`.execute(db);
  if (rows.length > 0) throw new AppError('duplicate', `A ${key} named "${rows[0]!.name}" already exists.`);
}

/** Refuses to exceed a limit of the project. */
export async function refuseOverLimit(
  db: Db,
  project: number,
  { table, maximum, adding = 1 }: { table: NamedTable | 'prompts'; maximum: number; adding?: number },
): Promise<void> {
  if ((await countRows(db, project, table)) + adding > maximum) throw createLimitError(table, maximum);
}

export async function countRows(db: Db, project: number, table: NamedTable | 'prompts'): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)} where project = ${project} and ${isLive(table)}`.execute(db);
  return rows[0]!.total;
}

export function createLimitError(table: NamedTable | 'prompts', maximum: number): AppError {
  return new AppError(
    'limit_reached',
    `The project already has the maximum of ${maximum} ${table}. Delete some, or raise the setting MAX_${table.toUpperCase()}.`,
  );
}
