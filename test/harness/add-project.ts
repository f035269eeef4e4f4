// Adds a project to a store, for tests that need no service.
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import { insertProject } from '../../src/store/queries/projects.ts';
import type { Store } from '../../src/store/store.ts';

/** The key of a new project, for tests that need a store and no service. */
export async function addProject(store: Store, name = 'P'): Promise<number> {
  const settings = { settings: '{}', brands: [] };
  const now = new Date('2026-01-01T00:00:00Z');
  const { project } = await store.write(INSTALLATION, ({ db }) =>
    insertProject(db, { company: 1, name, settings, now }),
  );
  return project;
}
