// The composed program on a store of its own, without HTTP.
import { pino } from 'pino';
import { createFirstSettings } from '../../src/analysis/project-settings.ts';
import { readConfig } from '../../src/config.ts';
import { type Context, closeContext, createContext } from '../../src/context.ts';
import { createSecret, hashSecret, type Rights } from '../../src/domain/key.ts';
import { INSTALLATION } from '../../src/store/queries/counters.ts';
import { type Caller, findCaller, insertCompany, insertKey } from '../../src/store/queries/keys.ts';
import { insertProject } from '../../src/store/queries/projects.ts';

export interface TestContext {
  context: Context;
  /** A new company. */
  addCompany(): Promise<number>;
  addProject(company: number): Promise<{ project: number; id: string }>;
  /** A key of the company or, with a project, of the project. */
  addKey(company: number, options?: { project?: number; rights?: Rights }): Promise<{ secret: string; caller: Caller }>;
  close(): Promise<void>;
}

/** What operations work with, on an embedded store in memory: for tests of operations without a surface. */
export async function createTestContext(): Promise<TestContext> {
  const config = readConfig({ DATABASE_URL: 'duckdb::memory:', EXTRACTION_THREADS: '0' });
  const context = await createContext(config, pino({ level: 'silent' }));
  const { store, now } = context;
  return {
    context,
    addCompany: () => store.write(INSTALLATION, ({ db }) => insertCompany(db, { name: 'company', now: now() })),
    addProject: (company) =>
      store.write(INSTALLATION, ({ db }) =>
        insertProject(db, { company, name: 'Project', settings: createFirstSettings(), now: now() }),
      ),
    addKey: async (company, { project = 0, rights = 'write' } = {}) => {
      const secret = createSecret(project === 0 ? 'company' : 'project');
      const hash = hashSecret(secret);
      const key = { company, project, name: 'key', rights, hash, is_bootstrap: false, now: now() };
      await store.write(INSTALLATION, ({ db }) => insertKey(db, key));
      return { secret, caller: (await findCaller(store.db, hash))! };
    },
    close: () => closeContext(context),
  };
}
