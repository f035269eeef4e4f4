import { notFound } from '../errors.ts';
import { INSTALLATION } from './queries/counters.ts';
import type { Db } from './schema.ts';

/**
 * Refuses to write to a project that does not exist. Every write does this inside its transaction, after waiting for
 * earlier writers: one of them may have deleted the project, and nothing would delete the rows that are written later.
 */
export async function requireProject(db: Db, project: number): Promise<void> {
  if (project === INSTALLATION) return;
  const found = await db.selectFrom('projects').select('project').where('project', '=', project).executeTakeFirst();
  if (!found) throw notFound('project');
}
