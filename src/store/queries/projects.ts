import type { Page } from '../../domain/paging.ts';
import { createEmptyProfile, type Profile } from '../../domain/project.ts';
import { notFound } from '../../errors.ts';
import { createUuid, parseId, toId } from '../../ids.ts';
import { type Db, TENANT_TABLES } from '../schema.ts';
import { INSTALLATION, nextKeys } from './counters.ts';
import { insertGeneration, type StoredSettings } from './extractions.ts';

export interface ProjectRow {
  project: number;
  id: string;
  name: string;
}

/** A project of the company; undefined if it does not exist or belongs to another company. */
export async function findProject(db: Db, company: number, id: string): Promise<ProjectRow | undefined> {
  const uuid = parseId('project', id);
  if (uuid === null) return undefined;
  const row = await projectsOf(db, company).where('id', '=', uuid).executeTakeFirst();
  return row && { ...row, id };
}

export async function findProjectByKey(db: Db, company: number, project: number): Promise<ProjectRow | undefined> {
  const row = await projectsOf(db, company).where('project', '=', project).executeTakeFirst();
  return row && { ...row, id: toId('project', row.id) };
}

/** A project whatever its company, for work in the background. */
export async function readProject(db: Db, project: number): Promise<ProjectRow> {
  const row = await db
    .selectFrom('projects')
    .select(['project', 'id', 'name'])
    .where('project', '=', project)
    .executeTakeFirst();
  if (!row) throw notFound('project');
  return { ...row, id: toId('project', row.id) };
}

function projectsOf(db: Db, company: number) {
  return db.selectFrom('projects').select(['project', 'id', 'name']).where('company', '=', company);
}

export async function listProjects(
  db: Db,
  company: number,
  { limit, offset, external_id }: Page & { external_id?: string | undefined },
) {
  let projects = db.selectFrom('projects').where('company', '=', company);
  if (external_id !== undefined) projects = projects.where('external_id', '=', external_id);
  const { total } = await projects.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await projects
    .select(['id', 'name', 'external_id', 'status', 'created_at'])
    .orderBy('project')
    .limit(limit)
    .offset(offset)
    .execute();
  return { data: rows.map((row) => ({ ...row, id: toId('project', row.id) })), total };
}

export async function insertProject(
  db: Db,
  {
    company,
    name,
    external_id = null,
    settings,
    now,
  }: { company: number; name: string; external_id?: string | null | undefined; settings: StoredSettings; now: Date },
): Promise<ProjectRow> {
  const id = createUuid();
  const project = await nextKeys(db, INSTALLATION, 'project');
  const generation = await insertGeneration(db, project, { settings, now });
  await db
    .insertInto('projects')
    .values({
      project,
      id,
      company,
      name,
      external_id,
      status: 'ACTIVE',
      profile: '',
      generation,
      next_generation: 0,
      source_generation: generation,
      next_source_generation: 0,
      created_at: now.toISOString(),
    })
    .execute();
  return { project, id: toId('project', id), name };
}

export async function findProjectKey(db: Db, uuid: string): Promise<number | undefined> {
  const row = await db.selectFrom('projects').select('project').where('id', '=', uuid).executeTakeFirst();
  return row?.project;
}

export async function listProjectKeys(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('projects').select('project').orderBy('project').execute();
  return rows.map(({ project }) => project);
}

export async function updateProject(
  db: Db,
  project: number,
  { name, external_id }: { name?: string | undefined; external_id?: string | null | undefined },
): Promise<void> {
  const changes = { ...(name === undefined ? {} : { name }), ...(external_id === undefined ? {} : { external_id }) };
  if (Object.keys(changes).length === 0) return;
  await db.updateTable('projects').set(changes).where('project', '=', project).execute();
}

/** Deletes the project with everything in it, including its API keys. */
export async function deleteProject(db: Db, project: number): Promise<void> {
  for (const table of TENANT_TABLES) await db.deleteFrom(table).where('project', '=', project).execute();
  // Before the keys: this waits for a transaction that is creating one, so that the new key is deleted too.
  await db.deleteFrom('projects').where('project', '=', project).execute();
  await db.deleteFrom('work').where('project', '=', project).execute();
  const keys = db.selectFrom('api_keys').select('api_key').where('project', '=', project);
  await db.deleteFrom('sessions').where('api_key', 'in', keys).execute();
  await db.deleteFrom('api_keys').where('project', '=', project).execute();
}

/**
 * Keeps the project from being deleted until the transaction ends. A transaction needs this if it writes rows for a project
 * without having begun as a write of that project. Updating the row is a lock that both engines have.
 */
export async function holdProject(db: Db, project: number): Promise<void> {
  const held = await db
    .updateTable('projects')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('project', '=', project)
    .returning('project')
    .executeTakeFirst();
  if (!held) throw notFound('project');
}

export async function readProfile(db: Db, project: number): Promise<Profile> {
  const { name, profile } = await db
    .selectFrom('projects')
    .select(['name', 'profile'])
    .where('project', '=', project)
    .executeTakeFirstOrThrow();
  return { ...createEmptyProfile(name), ...(profile === '' ? {} : JSON.parse(profile)) };
}

export async function writeProfile(db: Db, project: number, { name, ...profile }: Profile): Promise<void> {
  await db
    .updateTable('projects')
    .set({ name, profile: JSON.stringify(profile) })
    .where('project', '=', project)
    .execute();
}
