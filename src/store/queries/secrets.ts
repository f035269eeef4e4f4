import { sql } from 'kysely';
import type { Db, SecretTable } from '../schema.ts';

export type SecretRow = Omit<SecretTable, 'project' | 'hosts'> & {
  /** Where the value may be sent; null: to the official hosts of providers. */
  hosts: string[] | null;
};

export async function listSecrets(db: Db, project: number): Promise<SecretRow[]> {
  const rows = await db.selectFrom('secrets').selectAll().where('project', '=', project).orderBy('name').execute();
  return rows.map(toRow);
}

export async function findSecret(db: Db, project: number, name: string): Promise<SecretRow | undefined> {
  const row = await db
    .selectFrom('secrets')
    .selectAll()
    .where('project', '=', project)
    .where('name', '=', name)
    .executeTakeFirst();
  return row && toRow(row);
}

function toRow({ project: _, hosts, ...row }: SecretTable): SecretRow {
  return { ...row, hosts: JSON.parse(hosts) };
}

export async function writeSecret(
  db: Db,
  project: number,
  { name, hosts, ...secret }: Pick<SecretRow, 'name' | 'ciphertext' | 'hint' | 'hosts' | 'updated_at'>,
): Promise<void> {
  const columns = { ...secret, hosts: JSON.stringify(hosts) };
  await db
    .insertInto('secrets')
    .values({ project, name, ...columns, last_used_at: null })
    .onConflict((conflict) => conflict.columns(['project', 'name']).doUpdateSet(columns))
    .execute();
}

export async function deleteSecret(db: Db, project: number, name: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('secrets')
    .where('project', '=', project)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function touchSecret(db: Db, project: number, { name, now }: { name: string; now: Date }): Promise<void> {
  await db
    .updateTable('secrets')
    .set({ last_used_at: now.toISOString() })
    .where('project', '=', project)
    .where('name', '=', name)
    .execute();
}

/** Whether the project belongs to the first company, which the environment's secrets are for. */
export async function isOfFirstCompany(db: Db, project: number): Promise<boolean> {
  const row = await db
    .selectFrom('projects')
    .select('project')
    .where('project', '=', project)
    .where('company', '=', sql<number>`(select min(company) from companies)`)
    .executeTakeFirst();
  return row !== undefined;
}
