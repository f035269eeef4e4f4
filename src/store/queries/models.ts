import { BUILT_IN, type Catalog, createCatalog } from '../../domain/catalog.ts';
import { remember } from '../remember.ts';
import type { Db } from '../schema.ts';
import type { Store } from '../store.ts';

/** The models that a project's answers can come from: the built-in ones and those of its company. */
export async function readCatalog(db: Db, project: number): Promise<Catalog> {
  const own = await db
    .selectFrom('models')
    .innerJoin('projects', 'projects.company', 'models.company')
    .select(['models.model as key', 'models.id as model_id', 'models.channel_id', 'models.name'])
    .where('projects.project', '=', project)
    .orderBy('models.model')
    .execute();
  return own.length === 0 ? BUILT_IN : createCatalog(own.map((entry) => ({ ...entry, description: entry.name })));
}

/** The same, remembered until something is written. */
export async function findCatalog(store: Store, project: number): Promise<Catalog> {
  return remember(store, `catalog ${project}`, () => readCatalog(store.db, project));
}
