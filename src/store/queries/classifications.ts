import { sql } from 'kysely';
import type { ClassificationKind } from '../../domain/classification.ts';
import type { Page } from '../../domain/paging.ts';
import { toNameKey } from '../../domain/text.ts';
import { AppError } from '../../errors.ts';
import type { Db } from '../schema.ts';

function classificationsOf(db: Db, project: number, kind: ClassificationKind) {
  return db.selectFrom('classifications').where('project', '=', project).where('kind', '=', kind);
}

export async function listClassifications(
  db: Db,
  project: number,
  { kind, page: { limit, offset } }: { kind: ClassificationKind; page: Page },
) {
  const classifications = classificationsOf(db, project, kind);
  const { total } = await classifications
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const data = await classifications
    .select(['name', 'color'])
    .orderBy(sql`name collate "C"`)
    .limit(limit)
    .offset(offset)
    .execute();
  return { data, total };
}

export async function findClassification(
  db: Db,
  project: number,
  { kind, name }: { kind: ClassificationKind; name: string },
) {
  return classificationsOf(db, project, kind)
    .select(['name', 'name_key'])
    .where('name_key', '=', toNameKey(name))
    .executeTakeFirst();
}

export async function insertClassification(
  db: Db,
  project: number,
  { kind, name, color }: { kind: ClassificationKind; name: string; color: string },
): Promise<void> {
  const taken = await findClassification(db, project, { kind, name });
  if (taken) throw new AppError('duplicate', `A classification named "${taken.name}" already exists.`);
  await db
    .insertInto('classifications')
    .values({ project, kind, name, name_key: toNameKey(name), color })
    .execute();
}

/** Custom classifications of domains or URLs, sorted by domain or URL. */
export async function listAssignments(
  db: Db,
  project: number,
  { kind, page: { limit, offset } }: { kind: ClassificationKind; page: Page },
) {
  const assignments = db
    .selectFrom('assignments as a')
    .innerJoin('classifications as c', (join) =>
      join.onRef('c.project', '=', 'a.project').onRef('c.kind', '=', 'a.kind').onRef('c.name_key', '=', 'a.name_key'),
    )
    .where('a.project', '=', project)
    .where('c.project', '=', project)
    .where('a.kind', '=', kind);
  const { total } = await assignments.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const data = await assignments
    .select(['a.target', 'c.name as classification'])
    .orderBy(sql`a.target collate "C"`)
    .limit(limit)
    .offset(offset)
    .execute();
  return { data, total };
}

/** Deletes the classification and every assignment to it; false if it does not exist. */
export async function deleteClassification(
  db: Db,
  project: number,
  { kind, name }: { kind: ClassificationKind; name: string },
): Promise<boolean> {
  const found = await findClassification(db, project, { kind, name });
  if (!found) return false;
  for (const table of ['assignments', 'classifications'] as const) {
    await db
      .deleteFrom(table)
      .where('project', '=', project)
      .where('kind', '=', kind)
      .where('name_key', '=', found.name_key)
      .execute();
  }
  return true;
}

/** Assigns a domain or URL to a classification, or to none with null. */
export async function assignClassification(
  db: Db,
  project: number,
  { kind, target, name_key }: { kind: ClassificationKind; target: string; name_key: string | null },
): Promise<void> {
  if (name_key === null) {
    await db
      .deleteFrom('assignments')
      .where('project', '=', project)
      .where('kind', '=', kind)
      .where('target', '=', target)
      .execute();
    return;
  }
  const { numUpdatedRows } = await db
    .updateTable('assignments')
    .set({ name_key })
    .where('project', '=', project)
    .where('kind', '=', kind)
    .where('target', '=', target)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await db.insertInto('assignments').values({ project, kind, target, name_key }).execute();
}
