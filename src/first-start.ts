import type { Context } from './context.ts';
import { createSecret, createToken, hashSecret } from './domain/key.ts';
import { INSTALLATION } from './store/queries/counters.ts';
import {
  findBootstrapState,
  findCaller,
  findCompany,
  insertCompany,
  insertKey,
  revokeKeys,
} from './store/queries/keys.ts';
import { insertSession } from './store/queries/sessions.ts';
import type { Db } from './store/schema.ts';

const COMPANY = 'default';
const LINK_VALID_MS = 24 * 3_600_000;

export interface FirstStart {
  company: number;
  /** The company key, where it was made just now. */
  secret: string | null;
  /** What a link to the dashboard carries to sign in once, where the key is new. */
  sign_in_token: string | null;
  /** Nothing was in the store before. */
  is_fresh: boolean;
}

/** Makes sure that there is a company and a key for it. */
export async function ensureCompanyKey({ store, config, now }: Context): Promise<FirstStart> {
  return store.write(INSTALLATION, async ({ db }) => {
    const before = await findCompany(db, COMPANY);
    const company = before ?? (await insertCompany(db, { name: COMPANY, now: now() }));
    const { bootstrap, hasCompanyKey } = await findBootstrapState(db);
    const add = async (secret: string, is_bootstrap: boolean) => {
      const hash = hashSecret(secret);
      const name = is_bootstrap ? 'BOOTSTRAP_KEY' : 'first key';
      await insertKey(db, { company, project: 0, name, rights: 'write', hash, is_bootstrap, now: now() });
      return createLink(db, { hash, now: now() });
    };
    const is_fresh = before === undefined;
    const nothingNew = { company, secret: null, sign_in_token: null, is_fresh };
    if (config.BOOTSTRAP_KEY !== null) {
      const hash = hashSecret(config.BOOTSTRAP_KEY);
      if (bootstrap.some((key) => key.hash === hash)) return nothingNew;
      await revokeKeys(
        db,
        bootstrap.map(({ api_key }) => api_key),
        now(),
      );
      return { ...nothingNew, sign_in_token: await add(config.BOOTSTRAP_KEY, true) };
    }
    if (hasCompanyKey) return nothingNew;
    const secret = createSecret('company');
    return { ...nothingNew, secret, sign_in_token: await add(secret, false) };
  });
}

async function createLink(db: Db, { hash, now }: { hash: string; now: Date }): Promise<string> {
  const token = createToken();
  const { api_key } = (await findCaller(db, hash))!;
  const expires_at = new Date(now.getTime() + LINK_VALID_MS);
  await insertSession(db, { hash: hashSecret(token), kind: 'link', api_key, now, expires_at });
  return token;
}
