import { sql } from 'kysely';
import { toNameKey } from '../../domain/text.ts';
import { AppError } from '../../errors.ts';
import { findAllNamed } from '../known-rows.ts';
import type { Db } from '../schema.ts';

type NamedTable = 'brands' | 'topics' | 'tags';

/** A deleted brand stays in its table until reports no longer show it. */
function isLive(table: string) {
  return table === 'brands' ? sql`not is_deleted` : sql`true`;
}

interface Named {
  table: NamedTable;
  key: 'brand' | 'topic' | 'tag';
  name: string;
}

/** Refuses a new row whose name another one of the project already has, ignoring case, or that would be one too many. */
export async function refuseAddition(
  db: Db,
  project: number,
  { table, key, name, maximum }: Named & { table: 'topics' | 'tags'; maximum: number },
): Promise<void> {
  refuse({ table, key, maximum }, await findPlace(db, project, { table, name_key: toNameKey(name), maximum }));
}

/** What there is where a row is going to be added. */
interface Place {
  total: number;
  /** The name of the row that has the same one already. */
  taken: string | null;
}

/** The same, where it is known what there is. */
export function refuse(
  { table, key, maximum }: Omit<Named, 'name'> & { maximum: number },
  { total, taken }: Place,
): void {
  if (taken !== null) throw createTakenError(key, taken);
  if (total >= maximum) throw createLimitError(table, maximum);
}

async function findPlace(
  db: Db,
  project: number,
  { table, name_key, maximum }: { table: 'topics' | 'tags'; name_key: string; maximum: number },
): Promise<Place> {
  const all = await findAllNamed(db, project, {
    table,
    maximum,
    read: async () =>
      (
        await sql<{ name_key: string; name: string }>`
          select name_key, name from ${sql.table(table)} where project = ${project}`.execute(db)
      ).rows,
  });
  if (all) return { total: all.count, taken: all.find(name_key)?.name ?? null };
  const { rows } = await sql<Place>`
    select count(*) as total, max(case when name_key = ${name_key} then name end) as taken
    from ${sql.table(table)} where project = ${project}`.execute(db);
  return rows[0]!;
}

/** Refuses a name that another row of the project already has, ignoring case. */
export async function refuseTakenName(
  db: Db,
  project: number,
  { table, key, name, except }: Named & { except: number },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)}
    where project = ${project} and name_key = ${toNameKey(name)} and ${sql.ref(key)} <> ${except}
      and ${isLive(table)}`.execute(db);
  if (rows.length > 0) throw createTakenError(key, rows[0]!.name);
}

function createTakenError(key: Named['key'], name: string): AppError {
  return new AppError('duplicate', `A ${key} named "${name}" already exists.`);
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
