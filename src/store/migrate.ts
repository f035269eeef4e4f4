import { sql } from 'kysely';
import { AppError } from '../errors.ts';
import { type DdlDialect, MIGRATIONS } from './migrations.ts';
import type { Transaction } from './store.ts';

/** Brings the schema up to date, or one step closer to it; true if there is more to do. Refuses one that is newer than the program. */
export async function migrate(
  { db }: Transaction,
  ddl: DdlDialect,
  { is_stepwise = false }: { is_stepwise?: boolean } = {},
): Promise<boolean> {
  await sql`create table if not exists schema_version (
    version integer primary key, name text not null, applied_at timestamptz not null default current_timestamp)`.execute(
    db,
  );
  const applied = await db.selectFrom('schema_version').select('version').execute();
  const newest = Math.max(0, ...applied.map(({ version }) => version));
  const known = MIGRATIONS.at(-1)!.version;
  if (newest > known) {
    throw new AppError(
      'store_unavailable',
      `The data has schema version ${newest}, but this program only supports versions up to ${known}. Install a newer version.`,
    );
  }
  const missing = MIGRATIONS.filter(({ version }) => version > newest);
  // A new store has no rows yet, so its steps can share a transaction.
  const steps = is_stepwise && newest > 0 ? missing.slice(0, 1) : missing;
  for (const migration of steps) {
    const statements = [...migration.statements(ddl), ...ddl.own(migration.version)];
    for (const statement of statements) await sql.raw(statement).execute(db);
    await db.insertInto('schema_version').values({ version: migration.version, name: migration.name }).execute();
  }
  return steps.length < missing.length;
}
