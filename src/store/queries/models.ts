import { BUILT_IN, type Catalog, createCatalog, FIRST_OWN_KEY, type OwnModel } from '../../domain/catalog.ts';
import { MAX_OWN_MODELS } from '../../domain/limits.ts';
import { AppError } from '../../errors.ts';
import type { Db } from '../schema.ts';
import type { Reader } from '../store.ts';
import { INSTALLATION, nextKeys } from './counters.ts';

/** The models that a project's answers can come from: the built-in ones and those of its company. */
export async function readCatalog(db: Db, project: number): Promise<Catalog> {
  const own = await db
    .selectFrom('models')
    .innerJoin('projects', 'projects.company', 'models.company')
    .select(['models.model as key', 'models.id as model_id', 'models.channel_id', 'models.name', 'models.is_deleted'])
    .where('projects.project', '=', project)
    .orderBy('models.model')
    .execute();
  return toCatalog(own);
}

/** The same, remembered until it changes. A company has many projects, and their rows change more often than its models. */
export async function findCatalog(reader: Pick<Reader, 'remember'>, project: number): Promise<Catalog> {
  const company = await reader.remember(`company of project ${project}`, ({ db }) => readCompany(db, project));
  return reader.remember(`catalog of company ${company}`, ({ db }) => readCompanyCatalog(db, company));
}

/** Null if there is no such project any more. */
async function readCompany(db: Db, project: number): Promise<number | null> {
  const row = await db.selectFrom('projects').select('company').where('project', '=', project).executeTakeFirst();
  return row?.company ?? null;
}

/** The models of a company, and the built-in ones. */
export async function readCompanyCatalog(db: Db, company: number | null): Promise<Catalog> {
  if (company === null) return BUILT_IN;
  const own = await db
    .selectFrom('models')
    .select(['model as key', 'id as model_id', 'channel_id', 'name', 'is_deleted'])
    .where('company', '=', company)
    .orderBy('model')
    .execute();
  return toCatalog(own);
}

function toCatalog(own: Pick<OwnModel, 'key' | 'model_id' | 'channel_id' | 'name' | 'is_deleted'>[]): Catalog {
  if (own.length === 0) return BUILT_IN;
  return createCatalog(own.map((row) => ({ ...row, public_id: null, family: row.name, description: row.name })));
}

export async function insertModel(
  db: Db,
  { company, id, name, family, now }: { company: number; id: string; name: string; family: string; now: Date },
): Promise<void> {
  // Channels of all families are counted together, so a channel's id never comes back.
  const count = await nextKeys(db, INSTALLATION, `models of ${company}`);
  if (count > MAX_OWN_MODELS) {
    const message = `The company has added the maximum of ${MAX_OWN_MODELS} models; deleted ones count too.`;
    throw new AppError('limit_reached', message);
  }
  await db
    .insertInto('models')
    .values({
      company,
      model: FIRST_OWN_KEY + count - 1,
      id,
      channel_id: `${family}-${count - 1}`,
      name,
      created_at: now.toISOString(),
    })
    .execute();
}

export async function renameModel(
  db: Db,
  company: number,
  { key, name }: { key: number; name: string },
): Promise<void> {
  await db.updateTable('models').set({ name }).where('company', '=', company).where('model', '=', key).execute();
}

export async function deleteModel(db: Db, company: number, key: number): Promise<void> {
  await db
    .updateTable('models')
    .set({ is_deleted: true })
    .where('company', '=', company)
    .where('model', '=', key)
    .execute();
}

/** Whether an answer, a task that is not over or a configured channel of any project of the company uses the model. */
export async function isModelUsed(db: Db, company: number, key: number): Promise<boolean> {
  const projects = await db.selectFrom('projects').select('project').where('company', '=', company).execute();
  for (const { project } of projects) if (await isUsedIn(db, project, key)) return true;
  return false;
}

async function isUsedIn(db: Db, project: number, key: number): Promise<boolean> {
  const answer = await db
    .selectFrom('chats')
    .select('chat')
    .where('project', '=', project)
    .where('channel', '=', key)
    .limit(1)
    .executeTakeFirst();
  const settings = await db
    .selectFrom('channel_settings')
    .select('channel')
    .where('project', '=', project)
    .where('channel', '=', key)
    .where('ask', 'is not', null)
    .executeTakeFirst();
  const task = await db
    .selectFrom('tasks')
    .select('task')
    .where('project', '=', project)
    .where('channel', '=', key)
    .where('state', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst();
  return [answer, settings, task].some((found) => found !== undefined);
}
