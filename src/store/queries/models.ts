import { BUILT_IN, type Catalogue, createCatalogue } from '../../domain/catalogue.ts';
import { remember } from '../remember.ts';
import type { Db } from '../schema.ts';
import type { Store } from '../store.ts';

/** The models that a project's answers can come from: the built-in ones and those of its company. */
export async function readCatalogue(db: Db, project: number): Promise<Catalogue> {
  const own = await db
    .selectFrom('models')
    .innerJoin('projects', 'projects.company', 'models.company')
    .select(['models.model as key', 'models.id as model_id', 'models.channel_id', 'models.name'])
    .where('projects.project', '=', project)
    .orderBy('models.model')
    .execute();
  return own.length === 0 ? BUILT_IN : createCatalogue(own.map((entry) => ({ ...entry, description: entry.name })));
}

/** The same, remembered until something is written. */
export async function findCatalogue(store: Store, project: number): Promise<Catalogue> {
  return remember(store, `catalogue ${project}`, () => readCatalogue(store.db, project));
}
