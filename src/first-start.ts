import type { Context } from './context.ts';
import { createSecret, hashSecret } from './domain/key.ts';
import { INSTALLATION } from './store/counters.ts';
import { findBootstrapState, findCompany, insertCompany, insertKey, revokeKeys } from './store/keys.ts';

const COMPANY = 'default';

export interface FirstStart {
  company: number;
  /** The company key, where it was made just now. */
  secret: string | null;
  /** Nothing was in the store before. */
  is_fresh: boolean;
}

/** Makes sure that there is a company and a key for it. */
export async function ensureCompanyKey({ store, config, now }: Context): Promise<FirstStart> {
  return store.write(INSTALLATION, async ({ db }) => {
    const before = await findCompany(db, COMPANY);
    const company = before ?? (await insertCompany(db, { name: COMPANY, now: now() }));
    const { bootstrap, hasCompanyKey } = await findBootstrapState(db);
    const add = (secret: string, is_bootstrap: boolean) =>
      insertKey(db, {
        company,
        project: 0,
        name: is_bootstrap ? 'BOOTSTRAP_KEY' : 'first key',
        rights: 'write',
        hash: hashSecret(secret),
        is_bootstrap,
        now: now(),
      });
    const is_fresh = before === undefined;
    if (config.BOOTSTRAP_KEY !== null) {
      const hash = hashSecret(config.BOOTSTRAP_KEY);
      if (bootstrap.some((key) => key.hash === hash)) return { company, secret: null, is_fresh };
      await revokeKeys(
        db,
        bootstrap.map(({ api_key }) => api_key),
        now(),
      );
      await add(config.BOOTSTRAP_KEY, true);
      return { company, secret: null, is_fresh };
    }
    if (hasCompanyKey) return { company, secret: null, is_fresh };
    const secret = createSecret('company');
    await add(secret, false);
    return { company, secret, is_fresh };
  });
}
